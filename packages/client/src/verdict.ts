import { differs, isFailing, isUnknown } from './reports/outcome'
import type { RunResult } from './run-result'

export type Verdict = 'passed' | 'findings' | 'differences' | 'incomplete' | 'skipped'

export const exitStatuses: Record<Verdict, number> = {
  passed: 0,
  skipped: 0,
  findings: 1,
  differences: 1,
  incomplete: 3,
}

export interface Counts {
  emails: number
  differing: number
  errors: number
  warnings: number
  notes: number
  ignored: number
  failures: number
}

export function countsOf({ emails }: RunResult): Counts {
  const findings = emails.flatMap((email) => email.findings)
  const of = (severity: string): number => findings.filter((finding) => finding.severity === severity).length
  return {
    emails: emails.length,
    differing: emails.filter(differs).length,
    errors: of('error'),
    warnings: of('warning'),
    notes: of('note'),
    ignored: emails.reduce((sum, { ignoredCount }) => sum + ignoredCount, 0),
    failures: emails.filter(isUnknown).length,
  }
}

export const isBeyondWarnings = (result: RunResult): boolean =>
  countsOf(result).warnings > (result.maxWarnings ?? Infinity)

/** What was not done outweighs what was found: the rest of it is unknown. */
export function verdictOf(result: RunResult): Verdict {
  if (result.skipped !== null) return 'skipped'
  if (result.emails.some(isUnknown)) return 'incomplete'
  if (result.emails.some(differs)) return 'differences'
  const isFailed = result.emails.some(({ findings }) => findings.some((one) => isFailing(one, result)))
  return isFailed || isBeyondWarnings(result) ? 'findings' : 'passed'
}
