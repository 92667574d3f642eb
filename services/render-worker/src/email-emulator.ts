import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Emulation } from '@pas/email-clients/engine/emulated-document'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { Piscina } from 'piscina'
import { emulateEmail, type EmailInClient } from './emulate-thread'
import { CaptureError } from './errors'

/** Emulates email clients without keeping other captures waiting. */
export interface EmailEmulator extends Closeable {
  /**
   * Rejects with a `CaptureError`: `capture_timeout` once `signal` aborts, `engine_failed` when emulating failed or took more memory
   * than there is for it.
   */
  emulate(email: EmailInClient, signal: AbortSignal): Promise<Emulation['document']>
  close(): Promise<void>
}

/** Tests run from `src/`, and threads know JavaScript only. */
const threadFile = path.join(__dirname, '../dist/emulate-thread.js')

/** Characters. Newsletters are shorter, and take 20 ms for 100,000; the worst CSS found takes 100 ms for as many (Node 20, 2 cores). */
const maxInlineLength = 200_000
/** 9 MB of style rules, each with an address, need more than 600 MB and less than 800 in the profiles that keep them. What needs more than this dies alone. */
const maxThreadHeapMb = 1_536
const idleThreadMs = 10_000

/**
 * The longest email of hostile CSS takes ten seconds to emulate, in which a process answers nobody and renews no lock on its jobs. So what is
 * long runs in threads, which are made when they are needed.
 */
export function openEmailEmulator(logger: Logger): EmailEmulator {
  const threads = new Piscina({
    filename: threadFile,
    name: emulateEmail.name,
    minThreads: 0,
    maxThreads: availableParallelism(),
    idleTimeout: idleThreadMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb },
  })
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'a thread died idle'))

  return {
    emulate: async (email, signal) => {
      const { html, plainText } = email.content
      const sheets = [...email.styleSheets.values()].reduce((sum, { length }) => sum + length, 0)
      const length = (html?.length ?? 0) + (plainText?.length ?? 0) + sheets
      if (length <= maxInlineLength) return emulateEmail(email)
      try {
        return (await threads.run(email, { signal })) as Emulation['document']
      } catch (cause) {
        if (signal.aborted) throw new CaptureError('capture_timeout', 'emulating took too long', { cause })
        throw new CaptureError('engine_failed', 'the email could not be emulated', { cause })
      }
    },
    close: () => threads.destroy(),
  }
}
