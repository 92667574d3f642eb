import { visibleText } from '../reports/visible-text'
import type { EmailResult, ReportedComparison, RunResult } from '../run-result'
import { comparePair, type ComparedClient, type PairDeps } from './compare-pair'
import type { ComparedService } from './compared-service'
import { isLost } from '../service-error'
import type { EmailPair, EmailPairs } from './compiled-email'
import { createDifferencePictures, noPictures } from './difference-pictures'
import type { PostedEmails } from '../posted-emails'
import { replaceIn, type Replacement } from './replacements'
import { UsageError } from '../usage-error'
import { messageOf } from '../message-of'

/** Each posts two emails and asks for all captures of both. */
const atOnce = 4

export interface CompareDeps {
  service: ComparedService
  /** Its caller deletes what is left of it in the end. */
  posted: PostedEmails
  signal: AbortSignal
  onProgress?: (done: number, of: number) => void
  /** A sentence for the person who runs it. */
  onWarning?: (sentence: string) => void
}

export interface CompareInput {
  pairs: EmailPairs
  clients: readonly ComparedClient[]
  replacements: readonly Replacement[]
  /** Why none can be compared. */
  failure?: string | null
}

export type ComparedEmails = Pick<RunResult, 'emails' | 'picturesLeftOut'>

/**
 * Compares each pair in every email client. Rejects with the signal's reason, and with a `UsageError`; what fails
 * otherwise is the email's `failure`.
 */
export async function compareEmails(deps: CompareDeps, input: CompareInput): Promise<ComparedEmails> {
  const pictures = createDifferencePictures(deps.service)
  const stop = new AbortController()
  const signal = AbortSignal.any([deps.signal, stop.signal])
  const emails: EmailResult[] = []
  let lost: string | null = null

  const work = async (): Promise<void> => {
    for (;;) {
      signal.throwIfAborted()
      const next = await input.pairs.pairs.next()
      if (next.done) return
      const pair = next.value
      const result = await compareOne({ ...deps, pictures, signal }, input, pair, lost).catch(
        (error: unknown) => {
          if (error instanceof UsageError || deps.signal.aborted) throw error
          const failure = visibleText(messageOf(error))
          if (isLost(error)) lost ??= `Not compared, as the service was lost before: ${failure}`
          return resultOf(pair, { failure })
        },
      )
      emails.push(result)
      deps.onProgress?.(emails.length, input.pairs.count)
    }
  }

  const workers = Array.from({ length: atOnce }, () =>
    work().catch((error: unknown) => {
      stop.abort(error)
      throw error
    }),
  )
  // None is left running: what it posts would come after the last deletion.
  const failed = (await Promise.allSettled(workers)).find(({ status }) => status === 'rejected')
  deps.signal.throwIfAborted()
  if (failed) throw stop.signal.reason
  const leftOut = pictures.leftOut()
  return {
    emails: emails.sort((a, b) => (a.file < b.file ? -1 : 1)),
    ...(leftOut > 0 && { picturesLeftOut: leftOut }),
  }
}

async function compareOne(
  deps: PairDeps,
  { clients, replacements, failure: ofAll = null }: CompareInput,
  pair: EmailPair,
  lost: string | null,
): Promise<EmailResult> {
  const { base, head } = pair
  const failure = pair.failure ?? ofAll
  if (failure !== null) return resultOf(pair, { failure })
  if (base === null || head === null)
    return resultOf(pair, { comparisons: sameForAll(clients, base === null ? 'added' : 'removed') })
  const sides = { base: replaceIn(base, replacements), head: replaceIn(head, replacements) }
  if (JSON.stringify(sides.base) === JSON.stringify(sides.head))
    return resultOf(pair, { comparisons: sameForAll(clients, 'equal') })
  if (lost !== null) return resultOf(pair, { failure: lost })
  return resultOf(pair, { comparisons: await comparePair(deps, sides, clients) })
}

const resultOf = (
  { file, renamedFrom }: EmailPair,
  { failure = null, comparisons = [] }: Partial<Pick<EmailResult, 'failure' | 'comparisons'>>,
): EmailResult => ({
  file,
  findings: [],
  ignoredCount: 0,
  comparisons,
  failure,
  ...(renamedFrom !== undefined && { renamedFrom }),
})

const sameForAll = (
  clients: readonly ComparedClient[],
  verdict: ReportedComparison['verdict'],
): ReportedComparison[] => clients.map((client) => ({ client, verdict, reason: null, ...noPictures }))
