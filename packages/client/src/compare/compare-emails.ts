import { visibleText } from '../reports/visible-text'
import type { EmailResult, ReportedComparison, RunResult } from '../run-result'
import { comparePair, type ComparedClient, type PairDeps } from './compare-pair'
import { isLost, type ComparedService } from './compared-service'
import type { EmailPair, EmailPairs } from './compiled-email'
import { createDifferencePictures } from './difference-pictures'
import { trackPostedEmails } from './posted-emails'
import { replaceIn, type Replacement } from './replacements'
import { CompareUsageError } from './usage-error'

/** Each posts two emails and asks for all captures of both. */
const atOnce = 4

export interface CompareDeps {
  /** Goes on answering after `signal`, since what was posted has to be deleted. */
  service: ComparedService
  signal: AbortSignal
  onProgress?: (done: number, of: number) => void
  /** A sentence for the person who runs it. */
  onWarning?: (sentence: string) => void
}

export interface CompareInput {
  pairs: EmailPairs
  clients: readonly ComparedClient[]
  replacements: readonly Replacement[]
}

export type ComparedEmails = Pick<RunResult, 'emails' | 'picturesLeftOut'>

/**
 * Compares each pair in every email client. What it posts is deleted however it ends. Rejects with the signal's reason,
 * and with a `CompareUsageError`; what fails otherwise is the email's `failure`.
 */
export async function compareEmails(deps: CompareDeps, input: CompareInput): Promise<ComparedEmails> {
  const posted = trackPostedEmails(deps.service)
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
      const result = await compareOne({ ...deps, posted, pictures, signal }, input, pair, lost).catch(
        (error: unknown) => {
          if (error instanceof CompareUsageError || deps.signal.aborted) throw error
          const failure = visibleText(error instanceof Error ? error.message : String(error))
          if (isLost(error)) lost ??= `Not compared, as the service was lost before: ${failure}`
          return resultOf(pair, { failure })
        },
      )
      emails.push(result)
      deps.onProgress?.(emails.length, input.pairs.count)
    }
  }

  try {
    const workers = Array.from({ length: atOnce }, work)
    const ends = await Promise.allSettled(
      workers.map((worker) =>
        worker.catch((error: unknown) => {
          stop.abort(error)
          throw error
        }),
      ),
    )
    deps.signal.throwIfAborted()
    const failed = ends.find((end) => end.status === 'rejected')
    if (failed) throw failed.reason
  } finally {
    const left = await posted.removeAll()
    if (left.length > 0)
      deps.onWarning?.(
        `Could not delete what was posted: ${left.join(', ')}. Delete it with DELETE /emails/{guid}; its content is erased after 48 hours.`,
      )
  }
  const leftOut = pictures.leftOut()
  return {
    emails: emails.sort((a, b) => (a.file < b.file ? -1 : 1)),
    ...(leftOut > 0 && { picturesLeftOut: leftOut }),
  }
}

async function compareOne(
  deps: PairDeps,
  { clients, replacements }: CompareInput,
  pair: EmailPair,
  lost: string | null,
): Promise<EmailResult> {
  const { base, head, failure } = pair
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
): ReportedComparison[] =>
  clients.map((client) => ({
    client,
    verdict,
    reason: null,
    base: null,
    head: null,
    difference: null,
    summary: null,
  }))
