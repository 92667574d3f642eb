import { availableParallelism } from 'node:os'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'
import type { MeasuredTexts } from '@pas/email-checks/measurements'
import type { Emulation } from '@pas/email-clients/engine/emulated-document'
import type { Region } from '@pas/picture-difference/regions'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { WorkTimes } from '@pas/runtime/work-times'
import { Piscina } from 'piscina'
import {
  emulateEmail,
  rewriteSentMessage,
  type EmailInClient,
  type MessageToRewrite,
  type Rewritten,
} from './emulate-thread'
import { findRegionsInThread } from './effects/regions-thread'
import { measureInThread, type PageInThread } from './engines/chromium/contrast-thread'
import type { LaidOutPage, TakePicture } from './engines/contrast/laid-out-page'
import { takePictures } from './engines/contrast/picture-port'
import { EngineProcessError } from './engines/supervised/engine-process'
import { CaptureError } from './errors'

/** Works in threads, which accounts use in turn, so that nothing blocks captures. */
export interface EmailEmulator extends Closeable {
  /**
   * Rejects with a `CaptureError`: `capture_timeout` once `signal` aborts, else `engine_failed`, also for too much
   * memory.
   */
  emulate(accountId: number, email: EmailInClient, signal: AbortSignal): Promise<Emulation>
  /** Rejects as `emulate`, and with `unsupported_document` for a message over our limits. */
  rewriteMessage(accountId: number, sent: MessageToRewrite, signal: AbortSignal): Promise<Buffer>
  judgeContrast(
    accountId: number,
    page: LaidOutPage,
    take: TakePicture,
    signal: AbortSignal,
  ): Promise<MeasuredTexts>
  /** Rejects as `judgeContrast`. */
  findRegions(accountId: number, pictures: readonly [Buffer, Buffer], signal: AbortSignal): Promise<Region[]>
  close(): Promise<void>
}

/** Compiled files, in tests too: worker threads load JavaScript only. */
const emulationFile = path.join(__dirname, '../dist/emulate-thread.js')
const regionsFile = path.join(__dirname, '../dist/effects/regions-thread.js')
const contrastFile = path.join(__dirname, '../dist/engines/chromium/contrast-thread.js')

/**
 * Shorter emails are emulated on the event loop: 20 ms per 100,000 characters, 100 ms for the worst CSS found (2
 * cores).
 */
const maxInlineLength = 200_000
/** Such emails never wait for longer ones of other accounts; each takes half a second at most. */
const maxOrdinaryLength = 1_000_000
/** 9 MB of style rules, each with a URL, need up to 800 MB. Beyond this limit only the thread ends. */
const maxThreadHeapMb = 1_536
const idleThreadMs = 10_000
/** nice(2): short emails, on the event loop, and engines go first. */
const niceIncrement = 10

/** One thread more is for emails up to `maxOrdinaryLength`, which need little memory. */
const maxLongEmails = availableParallelism()
const maxThreads = maxLongEmails + 1

/** On the event loop the worst long email would take ten seconds, in which no lock of a job is renewed. */
export function openEmailEmulator(logger: Logger): EmailEmulator {
  const workTimes = new WorkTimes()
  const turns = createFairQueue({ maxConcurrent: maxThreads, maxPerAccount: maxLongEmails, workTimes })
  const threads = new Piscina({
    filename: emulationFile,
    name: emulateEmail.name,
    // No secrets: the thread reads what strangers wrote.
    env: {},
    minThreads: 0,
    maxThreads,
    niceIncrement,
    idleTimeout: idleThreadMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb },
  })
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'an idle emulation thread died'))

  const inThread = (accountId: number, length: number, signal: AbortSignal, run: () => Promise<unknown>) =>
    turns
      .open(accountId, Infinity, length <= maxOrdinaryLength ? maxThreads : maxLongEmails)
      .run(() => workTimes.count(accountId, run), signal)

  return {
    emulate: async (accountId, email, signal) => {
      const { html, plainText } = email.content
      const sheetsLength = [...email.styleSheets.values()].reduce((sum, { length }) => sum + length, 0)
      const length = (html?.length ?? 0) + (plainText?.length ?? 0) + sheetsLength
      try {
        if (length <= maxInlineLength) return emulateEmail(email)
        return (await inThread(accountId, length, signal, () => threads.run(email, { signal }))) as Emulation
      } catch (cause) {
        throw captureError(cause, signal, { late: 'emulating', failed: 'the email could not be emulated' })
      }
    },
    rewriteMessage: async (accountId, sent, signal) => {
      const { length } = sent.message
      const rewrite = (): Promise<unknown> => threads.run(sent, { name: rewriteSentMessage.name, signal })
      try {
        if (length <= maxInlineLength) return rewrittenIn(rewriteSentMessage(sent))
        return rewrittenIn((await inThread(accountId, length, signal, rewrite)) as Rewritten)
      } catch (cause) {
        if (cause instanceof CaptureError) throw cause
        throw captureError(cause, signal, { late: 'rewriting', failed: 'the message could not be rewritten' })
      }
    },
    judgeContrast: async (accountId, page, take, signal) => {
      const { port1, port2 } = new MessageChannel()
      const task: PageInThread = { page, port: port2 }
      const runThread = (): Promise<unknown> =>
        threads.run(task, {
          filename: contrastFile,
          name: measureInThread.name,
          signal,
          transferList: [port2, page.snapshot.buffer],
        })
      try {
        const judged = turns.open(accountId, Infinity).run(runThread, signal)
        // `takePictures` settles only if a picture fails.
        return (await Promise.race([judged, takePictures(port1, take)])) as MeasuredTexts
      } catch (cause) {
        if (cause instanceof CaptureError || cause instanceof EngineProcessError) throw cause
        if (signal.aborted) throw new CaptureError('capture_timeout', 'measuring took too long', { cause })
        throw new CaptureError('engine_failed', 'the contrast could not be measured', { cause })
      } finally {
        port1.close()
      }
    },
    findRegions: async (accountId, pictures, signal) => {
      const runThread = (): Promise<unknown> =>
        threads.run(pictures, { filename: regionsFile, name: findRegionsInThread.name, signal })
      try {
        return (await turns.open(accountId, Infinity).run(runThread, signal)) as Region[]
      } catch (cause) {
        if (signal.aborted) throw new CaptureError('capture_timeout', 'comparing took too long', { cause })
        throw new CaptureError('engine_failed', 'the pictures could not be compared', { cause })
      }
    },
    close: () => threads.destroy(),
  }
}

function captureError(
  cause: unknown,
  signal: AbortSignal,
  { late, failed }: { late: string; failed: string },
): CaptureError {
  if (signal.aborted) return new CaptureError('capture_timeout', `${late} took too long`, { cause })
  return new CaptureError('engine_failed', failed, { cause })
}

/** Throws when not every address could be replaced: a real client would ask the web. */
function rewrittenIn(rewritten: Rewritten): Buffer {
  if ('unreadable' in rewritten)
    throw new CaptureError(
      'unsupported_document',
      `the message could not be rewritten: ${rewritten.unreadable}`,
    )
  return asBuffer(rewritten)
}

const asBuffer = (bytes: Uint8Array): Buffer => Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
