import { availableParallelism } from 'node:os'
import path from 'node:path'
import type { LinksToAsk } from '@pas/email-checks/links/links-to-ask'
import type { CheckAnswer } from '@pas/email-checks/answers'
import type { Change } from '@pas/email-clients/engine/emulated-document'
import { maxOpeningLength, type Opening } from '@pas/email-clients/engine/read-opening'
import type { FoundReference } from '@pas/email-clients/references/find-references'
import { mayRefer } from '@pas/email-clients/references/may-refer'
import type { Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { Piscina } from 'piscina'
import { messageBytes } from '@pas/messages/message-bytes'
import { UnreadableMessageError } from '@pas/messages/unreadable-message-error'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { WorkTimes } from '@pas/runtime/work-times'
import type {
  EmailToCheckInThread,
  EmailWithLinks,
  ReadInThread,
  ReadWithOpening,
  StoredEmailInClient,
  StyleSheet,
} from './email-thread'

/** The email was not read in time, or the thread died. Worth a retry; a 503 at the edge. */
export class UnreadEmailError extends Error {
  override name = 'UnreadEmailError'
}

/**
 * Long emails are parsed in threads, so that other requests do not wait. All methods reject with an `UnreadEmailError`,
 * at the latest when `signal` aborts, which ends the thread.
 */
export interface AccountReader {
  findReferences(html: string, atMost: number, signal: AbortSignal): Promise<FoundReference[]>
  readOpening(html: string, signal: AbortSignal): Promise<Opening>
  findInStyleSheet(styleSheet: StyleSheet, atMost: number, signal: AbortSignal): Promise<string[]>
  /** References without a URL in `frozen` get one that never loads. */
  rewriteStyleSheet(styleSheet: StyleSheet, frozen: Map<string, string>, signal: AbortSignal): Promise<string>
  /** Also rejects with an `UnreadableMessageError`. */
  readMessage(raw: string | Uint8Array, atMost: number, signal: AbortSignal): Promise<ReadWithOpening>
  writeSource(body: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
  /** Resolves to JSON, as `writeSource` does. */
  describeMessage(message: Uint8Array, signal: AbortSignal): Promise<Uint8Array>
  listChanges(email: StoredEmailInClient, signal: AbortSignal): Promise<Change[]>
  runChecks(email: EmailToCheckInThread, signal: AbortSignal): Promise<CheckAnswer[]>
  findLinks(email: EmailWithLinks, signal: AbortSignal): Promise<LinksToAsk>
}

export interface EmailReader extends Closeable {
  forAccount(accountId: number): AccountReader
  workTimes: Pick<WorkTimes, 'secondsOf'>
  /** Starts the threads, so that the first email does not wait for them. */
  warmUp(): Promise<void>
  close(): Promise<void>
}

/** In `dist/` also when tests run from `src/`: threads run JavaScript only. */
const threadFile = path.join(__dirname, '../../dist/emulation/email-thread.js')

const maxInlineLength = 8_192
/** Characters or bytes. Small emails never wait for longer ones. */
export const maxSmallLength = 100_000
/** Characters, read in 100 ms. No newsletter is longer. */
const maxOrdinaryLength = 1_000_000
/** Multiples of the time that finding the references takes. */
const emulationCost = 10
const checkingCost = 5

/** 10 MiB of the worst HTML found need 256 to 384 MB. A thread that needs more dies; the process lives on. */
const maxThreadHeapMb = 512
/** Node's default would spend a quarter of the time of a 5 MB message on garbage collection. */
const maxYoungHeapMb = 64

/** One per core, but at least two: for long and for ordinary emails. One more is for small emails only. */
export const readingThreads = Math.max(2, availableParallelism()) + 1

const turnLimits = { maxConcurrent: readingThreads, maxPerAccount: readingThreads - 1 }

const loadParsers = () => import('./email-thread')

/** Maximum of threads that this email and all longer ones may use together. */
const placesFor = (length: number, cost: number): number => {
  if (length <= maxSmallLength) return readingThreads
  return length * cost <= maxOrdinaryLength ? readingThreads - 1 : readingThreads - 2
}

/** nice(2): accepting requests, Postgres and Redis go before reading. */
const niceIncrement = 5

/** Threads are kept: loading their code would keep a small email waiting. */
function startThreads(logger: Logger): Piscina {
  const threads = new Piscina({
    filename: threadFile,
    // Without our variables, some of which are secrets: threads read what strangers wrote.
    env: {},
    minThreads: readingThreads,
    maxThreads: readingThreads,
    niceIncrement,
    // Else an idle thread sleeps in Atomics.wait, where V8 never gives the heap of its largest email back.
    atomics: 'disabled',
    resourceLimits: { maxOldGenerationSizeMb: maxThreadHeapMb, maxYoungGenerationSizeMb: maxYoungHeapMb },
  })
  threads.on('error', (error: unknown) => logger.error({ err: error }, 'an idle reading thread died'))
  return threads
}

/** Tokenising a megabyte here would block this thread for 25 ms (a newsletter) to 200 ms (hostile CSS). */
export function openEmailReader(logger: Logger): EmailReader {
  let started: Piscina | undefined
  const openThreads = (): Piscina => (started ??= startThreads(logger))

  const workTimes = new WorkTimes()
  const turns = createFairQueue({ ...turnLimits, workTimes })

  /** `name`: a function of `email-thread`. */
  const run = async <Answer>(
    accountId: number,
    name: string,
    task: object,
    length: number,
    signal: AbortSignal,
    { cost = 1, transferList = [] }: { cost?: number; transferList?: ArrayBuffer[] } = {},
  ): Promise<Answer> => {
    const inThread = (): Promise<unknown> =>
      workTimes.count(accountId, () => openThreads().run(task, { name, signal, transferList }))
    const line = turns.open(accountId, Infinity, placesFor(length, cost))
    try {
      return (await line.run(inThread, signal)) as Answer
    } catch (cause) {
      throw new UnreadEmailError('no thread read the email', { cause })
    }
  }

  const forAccount = (accountId: number): AccountReader => ({
    findReferences: async (html, atMost, signal) =>
      html.length <= maxInlineLength || !mayRefer(html)
        ? (await loadParsers()).findReferencesInThread({ html, atMost })
        : run<FoundReference[]>(accountId, 'findReferencesInThread', { html, atMost }, html.length, signal),
    readOpening: async (wholeHtml, signal) => {
      // One character more, so that `readOpening` sees the cut.
      const html = wholeHtml.slice(0, maxOpeningLength + 1)
      return html.length <= maxInlineLength
        ? (await loadParsers()).readOpeningInThread({ html })
        : run<Opening>(accountId, 'readOpeningInThread', { html }, html.length, signal)
    },
    findInStyleSheet: async ({ css, url }, atMost, signal) =>
      css.length <= maxInlineLength
        ? (await loadParsers()).findInStyleSheet({ css, url, atMost })
        : run<string[]>(accountId, 'findInStyleSheet', { css, url, atMost }, css.length, signal),
    rewriteStyleSheet: async ({ css, url }, frozen, signal) =>
      css.length <= maxInlineLength
        ? (await loadParsers()).rewriteStyleSheet({ css, url, frozen })
        : run<string>(accountId, 'rewriteStyleSheet', { css, url, frozen }, css.length, signal),
    readMessage: async (raw, atMost, signal) => {
      const task = { message: messageBytes(raw), atMost }
      const read = await run<ReadInThread>(accountId, 'readMessageInThread', task, raw.length, signal, {
        transferList: [task.message.buffer],
      })
      if ('unreadable' in read) throw new UnreadableMessageError(read.unreadable)
      return read
    },
    writeSource: (body, signal) =>
      run<Uint8Array>(accountId, 'writeSourceInThread', { body }, body.byteLength, signal),
    describeMessage: (message, signal) =>
      run<Uint8Array>(accountId, 'describeMessageInThread', { message }, message.byteLength, signal),
    listChanges: (email, signal) =>
      run<Change[]>(accountId, 'listChangesInThread', email, email.body.byteLength, signal, {
        cost: emulationCost,
      }),
    runChecks: (email, signal) =>
      run<CheckAnswer[]>(accountId, 'runChecksInThread', email, email.body.byteLength, signal, {
        cost: checkingCost,
      }),
    findLinks: (email, signal) =>
      run<LinksToAsk>(accountId, 'findLinksInThread', email, email.body.byteLength, signal),
  })

  return {
    forAccount,
    workTimes,
    warmUp: async () => {
      openThreads()
      await loadParsers()
    },
    close: async () => started?.destroy(),
  }
}
