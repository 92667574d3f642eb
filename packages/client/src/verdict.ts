import type { RunResult } from './run-result'

export type Verdict = 'passed' | 'findings' | 'differences' | 'incomplete' | 'skipped'

export const exitStatuses: Record<Verdict, number> = {
  passed: 0,
  skipped: 0,
  findings: 1,
  differences: 1,
  incomplete: 3,
}

export interface Tolerance {
  failOn: 'error' | 'warning' | 'never'
  /** Null: any number. */
  maxWarnings: number | null
}

export interface Counts {
  emails: number
  /** With an error or a warning, or that differ. */
  affected: number
  error: number
  warning: number
  note: number
  ignored: number
  failures: number
}

export function countsOf({ emails, command }: RunResult): Counts {
  const findings = emails.flatMap((email) => email.findings)
  const of = (severity: string): number => findings.filter((finding) => finding.severity === severity).length
  const isAffected = (email: RunResult['emails'][number]): boolean =>
    command === 'compare'
      ? email.comparisons.some(({ verdict }) => isDifference(verdict))
      : email.findings.some(({ severity }) => severity !== 'note')
  return {
    emails: emails.length,
    affected: emails.filter(isAffected).length,
    error: of('error'),
    warning: of('warning'),
    note: of('note'),
    ignored: emails.reduce((sum, { ignoredCount }) => sum + ignoredCount, 0),
    failures: emails.filter(({ failure }) => failure !== null).length,
  }
}

/** What was not done outweighs what was found: the rest of it is unknown. */
export function verdictOf(result: RunResult, { failOn, maxWarnings }: Tolerance): Verdict {
  if (result.skipped !== null) return 'skipped'
  const counts = countsOf(result)
  const verdicts = result.emails.flatMap(({ comparisons }) => comparisons.map(({ verdict }) => verdict))
  if (counts.failures > 0) return 'incomplete'
  if (verdicts.some(isDifference)) return 'differences'
  if (verdicts.includes('not_comparable')) return 'incomplete'
  if (failOn === 'never') return 'passed'
  if (counts.error > 0 || (failOn === 'warning' && counts.warning > 0)) return 'findings'
  return maxWarnings !== null && counts.warning > maxWarnings ? 'findings' : 'passed'
}

const isDifference = (verdict: string): boolean => verdict !== 'equal' && verdict !== 'not_comparable'

export function lastLine(result: RunResult): string {
  if (result.skipped !== null) return `skipped: ${result.skipped}`
  const { emails, affected, error, warning, note, ignored, failures } = countsOf(result)
  const parts =
    result.command === 'compare'
      ? [`${affected === 1 ? '1 differs' : `${affected} differ`}`]
      : [counted(error, 'error'), counted(warning, 'warning'), ...(note > 0 ? [counted(note, 'note')] : [])]
  if (ignored > 0) parts.push(`${ignored} ignored`)
  if (failures > 0) parts.push(`${failures} not done`)
  return `${result.command === 'compare' ? '' : `${affected} of `}${counted(emails, 'email')}: ${parts.join(', ')}`
}

const counted = (count: number, what: string): string => `${count} ${what}${count === 1 ? '' : 's'}`
