import { createHash } from 'node:crypto'
import type { EmailResult, ReportedComparison, ReportedFinding, RunResult } from '../run-result'
import { counted } from './visible-text'

/** Email clients of one email that say the same, with pictures that are the same byte for byte. */
export interface ComparisonGroup extends Omit<ReportedComparison, 'client'> {
  clients: { code: string; name: string }[]
}

export function groupComparisons(comparisons: readonly ReportedComparison[]): ComparisonGroup[] {
  const groups = new Map<string, ComparisonGroup>()
  for (const { client, ...rest } of comparisons) {
    const pictures = [rest.base, rest.head, rest.difference].map((picture) =>
      picture ? createHash('sha256').update(picture.png).digest('hex') : '',
    )
    const { height_delta: delta = null, changed_pixels: pixels = null } = rest.summary ?? {}
    const key = JSON.stringify([rest.verdict, rest.reason, delta, pixels, ...pictures])
    const group = groups.get(key)
    if (group) group.clients.push(client)
    else groups.set(key, { ...rest, clients: [client] })
  }
  return [...groups.values()]
}

export const isUnlike = ({ verdict }: Pick<ReportedComparison, 'verdict'>): boolean =>
  verdict === 'different' || verdict === 'added' || verdict === 'removed'

export const differs = ({ comparisons }: EmailResult): boolean => comparisons.some(isUnlike)

/** Something could not be done, so that nobody knows whether the email is as it was. */
export const isUnknown = ({ failure, comparisons }: EmailResult): boolean =>
  failure !== null || comparisons.some(({ verdict }) => verdict === 'not_comparable')

const ranks = { error: 0, warning: 1, note: 2 }

/** Whether it fails the run. */
export const isFailing = ({ severity }: ReportedFinding, { failOn = 'error' }: RunResult): boolean =>
  failOn !== 'never' && ranks[severity] <= ranks[failOn]

/** Else in their order. */
export const worstFirst = (findings: readonly ReportedFinding[]): ReportedFinding[] =>
  [...findings].sort((one, other) => ranks[one.severity] - ranks[other.severity])

/** `2 of 41 emails: 1 error, 3 warnings`, `1 of 200 emails differs`. */
export function headline(result: RunResult): string {
  const { command, emails, skipped } = result
  if (skipped !== null) return `Skipped: ${skipped}`
  const unknown = emails.filter(isUnknown).length
  const notDone = unknown > 0 ? `; ${counted(unknown, 'email')} could not be checked` : ''
  if (command === 'compare') {
    const count = emails.filter(differs).length
    const differing = `${count} of ${counted(emails.length, 'email')} ${count === 1 || emails.length === 1 ? 'differs' : 'differ'}`
    return `${differing}${notDone}`
  }
  const found = emails.filter(({ findings }) => findings.length > 0)
  const of = (severity: ReportedFinding['severity']): number =>
    found.flatMap(({ findings }) => findings).filter((finding) => finding.severity === severity).length
  const counts = (['error', 'warning', 'note'] as const).flatMap((severity) =>
    of(severity) > 0 ? [counted(of(severity), severity)] : [],
  )
  return `${found.length} of ${counted(emails.length, 'email')}: ${counts.join(', ') || 'no findings'}${notDone}`
}

const reasons: Record<string, string> = {
  drawn_by:
    'other programs drew the earlier picture, so that a difference may not be the email’s; run it again when the installation ' +
    'has been updated',
  not_captured: 'one of the two pictures was not drawn in time; run it again',
  failed: 'one of the two could not be drawn; run it again, or ask the operator',
  gone: 'the earlier picture is gone; run it again',
}

const verdicts: Record<ReportedComparison['verdict'], string> = {
  equal: 'looks the same',
  different: 'looks different',
  added: 'is new: there is nothing to compare it with',
  removed: 'was removed',
  not_comparable: 'cannot be compared',
}

export const verdictText = ({ verdict, reason }: Pick<ReportedComparison, 'verdict' | 'reason'>): string =>
  verdict === 'not_comparable'
    ? `${verdicts[verdict]}: ${reasons[reason ?? ''] ?? reason ?? 'no reason was given'}`
    : verdicts[verdict]

/** `2 places: 1 changed, 1 moved; 12 pixels longer`; empty without a summary. */
export function summaryText({ summary }: Pick<ReportedComparison, 'summary'>): string {
  if (!summary) return ''
  const { regions, height_delta: delta } = summary
  const kinds = (['changed', 'inserted', 'removed', 'moved'] as const).flatMap((kind) => {
    const count = regions.filter((region) => region.kind === kind).length
    return count > 0 ? [`${count} ${kind}`] : []
  })
  const longer = delta === 0 ? [] : [`${Math.abs(delta)} pixels ${delta > 0 ? 'longer' : 'shorter'}`]
  return [`${counted(regions.length, 'place')}: ${kinds.join(', ')}`, ...longer].join('; ')
}

export const isTold = (email: EmailResult): boolean =>
  isUnknown(email) || differs(email) || email.findings.length > 0

/** `differs in 3 of 41 email clients`; empty if in none. */
export function unlikeText({ comparisons }: EmailResult): string {
  const { length } = comparisons.filter(isUnlike)
  return length > 0 ? `differs in ${length} of ${counted(comparisons.length, 'email client')}` : ''
}

export const aboutOf = ({ baseCommit, picturesLeftOut = 0 }: RunResult): string[] => [
  ...(baseCommit === null ? [] : [`Compared with commit ${baseCommit.slice(0, 12)}.`]),
  ...(picturesLeftOut > 0
    ? [
        `Without pictures here, of which a run keeps a limited number: ${counted(picturesLeftOut, 'preview')}.`,
      ]
    : []),
]
