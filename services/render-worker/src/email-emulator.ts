import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Emulation } from '@pas/email-clients/engine/emulated-document'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { WorkTimes } from '@pas/runtime/work-times'
import { Piscina } from 'piscina'
import { emulateEmail, type EmailInClient } from './emulate-thread'
import { CaptureError } from './errors'

/** Emulates email clients; long emails in threads, in which accounts take turns, so that they block no other captures. */
export interface EmailEmulator extends Closeable {
  /**
   * Rejects with a `CaptureError`: `capture_timeout` once `signal` aborts, `engine_failed` when the emulation failed or
   * its thread exceeded its memory limit.
   */
  emulate(accountId: number, email: EmailInClient, signal: AbortSignal): Promise<Emulation['document']>
  close(): Promise<void>
}

/** The compiled file also when tests run from `src/`: worker threads load JavaScript only. */
const threadFile = path.join(__dirname, '../dist/emulate-thread.js')

/**
 * Characters up to which an email is emulated on the event loop. Newsletters are shorter and take 20 ms per 100,000
 * characters; the worst CSS found takes 100 ms (Node 20, 2 cores).
 */
const maxInlineLength = 200_000
/** Characters of an email that never waits for longer ones of other accounts; emulating it takes half a second at most. */
const maxOrdinaryLength = 1_000_000
/**
 * 9 MB of style rules, each with a URL, need 600 to 800 MB in the profiles that keep them. An email that needs more
 * than this limit ends its thread only, not the worker.
 */
const maxThreadHeapMb = 1_536
const idleThreadMs = 10_000

/** As many as cores, and one that only emails up to `maxOrdinaryLength` may use, which need little memory. */
const placesOfLongEmails = availableParallelism()
const maxThreads = placesOfLongEmails + 1

/**
 * Starts no thread until a long email comes. On the event loop the longest email of hostile CSS would take ten seconds,
 * in which the worker answers no health check and renews no lock of its BullMQ jobs.
 */
export function openEmailEmulator(logger: Logger): EmailEmulator {
  const workTimes = new WorkTimes()
  const turns = createFairQueue({ maxConcurrent: maxThreads, maxPerAccount: placesOfLongEmails, workTimes })
  const threads = new Piscina({
    filename: threadFile,
    name: emulateEmail.name,
    // None of ours: it reads what strangers wrote.
    env: {},
    minThreads: 0,
    maxThreads,
    idleTimeout: idleThreadMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb },
  })
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'an idle emulation thread died'))

  return {
    emulate: async (accountId, email, signal) => {
      const { html, plainText } = email.content
      const sheets = [...email.styleSheets.values()].reduce((sum, { length }) => sum + length, 0)
      const length = (html?.length ?? 0) + (plainText?.length ?? 0) + sheets
      try {
        if (length <= maxInlineLength) return emulateEmail(email)
        const places = length <= maxOrdinaryLength ? maxThreads : placesOfLongEmails
        const inThread = (): Promise<unknown> =>
          workTimes.count(accountId, () => threads.run(email, { signal }))
        return (await turns.open(accountId, Infinity, places).run(inThread, signal)) as Emulation['document']
      } catch (cause) {
        if (signal.aborted) throw new CaptureError('capture_timeout', 'emulating took too long', { cause })
        throw new CaptureError('engine_failed', 'the email could not be emulated', { cause })
      }
    },
    close: () => threads.destroy(),
  }
}
