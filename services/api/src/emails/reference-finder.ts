import { availableParallelism } from 'node:os'
import path from 'node:path'
import { findReferences } from '@pas/email-clients/references/find-references'
import { mayRefer } from '@pas/email-clients/references/may-refer'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { Piscina } from 'piscina'

/** The email was not read before its time was over, or the thread that read it died: worth another try, and a 503 at the edge. */
export class UnreadEmailError extends Error {
  override name = 'UnreadEmailError'
}

/** Finds what an email refers to without keeping other requests waiting. */
export interface ReferenceFinder extends Closeable {
  /** The first `atMost` of `findReferences`. Rejects with an `UnreadEmailError`, at the latest when `signal` aborts. */
  find(html: string, atMost: number, signal: AbortSignal): Promise<string[]>
  close(): Promise<void>
}

/** Tests run from `src/`, and threads know JavaScript only. */
const threadFile = path.join(__dirname, '../../dist/emails/find-references-thread.js')

/** Handing an email to a thread costs 0.1 ms, reading this much here 0.2 ms (Node 20, 2 cores). */
const maxInlineLength = 8_192
/**
 * 10 MiB of the worst HTML found (one text, one style element, one srcset) is read with 384 MB and not with 256. A thread that
 * needs more dies alone.
 */
const maxThreadHeapMb = 512
const idleThreadMs = 60_000

/**
 * Tokenising a megabyte takes 25 ms of a newsletter and 200 ms of hostile CSS, in which a process answers nobody: so it runs in
 * threads, as many as there are cores, one of them always warm.
 */
export function openReferenceFinder(logger: Logger): ReferenceFinder {
  const threads = new Piscina<{ html: string; atMost: number }, string[]>({
    filename: threadFile,
    name: 'findReferencesInThread',
    minThreads: 1,
    maxThreads: availableParallelism(),
    idleTimeout: idleThreadMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb },
  })
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'a thread died idle'))

  return {
    find: async (html, atMost, signal) => {
      if (html.length <= maxInlineLength || !mayRefer(html)) return findReferences(html).slice(0, atMost)
      try {
        return await threads.run({ html, atMost }, { signal })
      } catch (cause) {
        throw new UnreadEmailError('the references of an email were not found', { cause })
      }
    },
    close: () => threads.destroy(),
  }
}
