import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import { mayRefer } from '@pas/email-clients/references/may-refer'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import pLimit from 'p-limit'
import { Piscina } from 'piscina'
import { messageBytes, type ReadMessage } from '@pas/messages/read-message'
import { UnreadableMessageError } from '@pas/messages/split-message'
import {
  findReferencesInThread,
  findInStyleSheet,
  rewriteStyleSheet,
  type ReadInThread,
  type StoredEmailInClient,
  type StyleSheet,
} from './email-thread'

/** The email was not read before its time was over, or the thread that read it died: worth another try, and a 503 at the edge. */
export class UnreadEmailError extends Error {
  override name = 'UnreadEmailError'
}

/** Reads what senders wrote without keeping other requests waiting. All reject with an `UnreadEmailError`, at the latest when `signal` aborts. */
export interface EmailReader extends Closeable {
  /** The first `atMost` of `findReferences`. */
  findReferences(html: string, atMost: number, signal: AbortSignal): Promise<string[]>
  /** The first `atMost` of `findCssReferences`. */
  findInStyleSheet(styleSheet: StyleSheet, atMost: number, signal: AbortSignal): Promise<string[]>
  /** `rewriteCssReferences`: an address becomes what `frozen` has for it, or one that never loads. */
  rewriteStyleSheet(styleSheet: StyleSheet, frozen: Map<string, string>, signal: AbortSignal): Promise<string>
  /** `readMessage`, with the first `atMost` references. Rejects with an `UnreadableMessageError` too. */
  readMessage(raw: string, atMost: number, signal: AbortSignal): Promise<ReadMessage>
  /** What an email client changes in a stored email. */
  listChanges(email: StoredEmailInClient, signal: AbortSignal): Promise<Change[]>
  close(): Promise<void>
}

/** Tests run from `src/`, and threads know JavaScript only. */
const threadFile = path.join(__dirname, '../../dist/emails/email-thread.js')

/** Handing an email to a thread costs 0.1 ms, reading this much here 0.2 ms (Node 20, 2 cores). */
const maxInlineLength = 8_192
/** No newsletter is longer. What is waits its turn, so that one thread is always left for ordinary emails, each read in 100 ms. */
const maxOrdinaryLength = 1_000_000
/** What a client does to an email takes so many times as long as finding what it refers to. */
const emulationCost = 10

/**
 * 10 MiB of the worst HTML found (one text, one style element, one srcset) is read with 384 MB and not with 256. A thread that
 * needs more dies alone.
 */
const maxThreadHeapMb = 512
/** Reading a whole message of 5 MB makes so much garbage that with Node's own size a quarter of its time goes into collecting it. */
const maxYoungHeapMb = 64
const idleThreadMs = 60_000

/** Two at least: one for a long email and one beside it. */
export const readingThreads = Math.max(2, availableParallelism())

/**
 * Tokenising a megabyte takes 25 ms of a newsletter and 200 ms of hostile CSS, in which a process answers nobody: so it runs in
 * threads, as many as there are cores and two at least, two of them always warm.
 */
export function openEmailReader(logger: Logger): EmailReader {
  const threads = new Piscina({
    filename: threadFile,
    minThreads: 2,
    maxThreads: readingThreads,
    idleTimeout: idleThreadMs,
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb, maxYoungGenerationSizeMb: maxYoungHeapMb },
  })
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'a thread died idle'))

  const longOnes = pLimit(readingThreads - 1)

  const run = async <Answer>(
    name: string,
    task: object,
    length: number,
    signal: AbortSignal,
    transferList: ArrayBuffer[] = [],
  ): Promise<Answer> => {
    const late = new Promise<never>((_resolve, reject) =>
      signal.addEventListener('abort', () => reject(new Error('its time is over')), { once: true }),
    )
    const read = (): Promise<unknown> => threads.run(task, { name, signal, transferList })
    try {
      return (await Promise.race([length > maxOrdinaryLength ? longOnes(read) : read(), late])) as Answer
    } catch (cause) {
      throw new UnreadEmailError('an email was not read', { cause })
    }
  }

  return {
    findReferences: async (html, atMost, signal) =>
      html.length <= maxInlineLength || !mayRefer(html)
        ? findReferencesInThread({ html, atMost })
        : run<string[]>('findReferencesInThread', { html, atMost }, html.length, signal),
    findInStyleSheet: async ({ css, url }, atMost, signal) =>
      css.length <= maxInlineLength
        ? findInStyleSheet({ css, url, atMost })
        : run<string[]>('findInStyleSheet', { css, url, atMost }, css.length, signal),
    rewriteStyleSheet: async ({ css, url }, frozen, signal) =>
      css.length <= maxInlineLength
        ? rewriteStyleSheet({ css, url, frozen })
        : run<string>('rewriteStyleSheet', { css, url, frozen }, css.length, signal),
    readMessage: async (raw, atMost, signal) => {
      const message = messageBytes(raw)
      const { buffer, byteLength } = message.bytes
      const task = { message, atMost }
      const read = await run<ReadInThread>('readMessageInThread', task, byteLength, signal, [buffer])
      if ('unreadable' in read) throw new UnreadableMessageError(read.unreadable)
      return read
    },
    listChanges: (email, signal) =>
      run<Change[]>('listChangesInThread', email, email.body.byteLength * emulationCost, signal),
    close: () => threads.destroy(),
  }
}
