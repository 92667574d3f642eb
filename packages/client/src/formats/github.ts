import type { ReportedFinding, RunResult } from '../run-result'
import { commentOf } from '../reports/comment'
import { countsOf, type Verdict } from '../verdict'
import { printable } from './printable'
import { someOf } from './text'

/** GitHub shows no more of one step: https://docs.github.com/en/actions/reference/limits */
const maxAnnotations = 10
const maxSummaryBytes = 900 * 1024

const compiledLines = 'Lines are those of the compiled files, not of templates from which they were made.'

interface Annotation {
  level: 'error' | 'warning'
  file: string
  rule: string
  /** The first of them, the worst first. */
  finding: ReportedFinding
  count: number
}

/** Commands for the runner, each on a line of its own. */
export function renderAnnotations({ emails }: RunResult): string {
  const annotations = emails.flatMap(({ file, findings }) => annotationsOf(file, findings))
  const lines: string[] = []
  for (const level of ['error', 'warning'] as const) {
    const all = annotations.filter((one) => one.level === level)
    lines.push(...all.slice(0, maxAnnotations).map(commandOf))
    if (all.length > maxAnnotations)
      lines.push(
        `${all.length - maxAnnotations} more of level ${level} have no annotation; the summary has them.`,
      )
  }
  for (const { file, failure } of emails)
    if (failure !== null) lines.push(`not done: ${printable(file)}: ${printable(failure)}`)
  if (annotations.length > 0) lines.push(compiledLines)
  return lines.map((line) => `${line}\n`).join('')
}

export const renderFailure = (command: string, why: string): string =>
  `::error title=${command}::${escapeData(printable(why))}\n`

/** One a rule and file. Notes have none. */
function annotationsOf(file: string, findings: readonly ReportedFinding[]): Annotation[] {
  const byRule = new Map<string, Annotation>()
  for (const finding of findings) {
    const { severity, rule, count } = finding
    if (severity === 'note') continue
    const known = byRule.get(rule)
    if (!known) byRule.set(rule, { level: severity, file, rule, finding, count })
    else {
      known.count += count
      if (known.level === 'warning' && severity === 'error')
        Object.assign(known, { level: severity, finding })
    }
  }
  return [...byRule.values()]
}

function commandOf({ level, file, rule, finding, count }: Annotation): string {
  const { where, description, what, clients } = finding
  const isInFile = where !== null && where.part === 'html' && !/\.eml$/i.test(file)
  const place = isInFile ? [`line=${where.line}`, `endLine=${where.end_line}`, ...columnsOf(where)] : []
  const properties = [`file=${escapeProperty(file)}`, ...place, `title=${escapeProperty(printable(rule))}`]
  const about = what === '' ? '' : ` (${printable(what, 200)})`
  const times = count > 1 ? ` ${count} times.` : ''
  const inClients = clients === null ? '' : ` In ${someOf(clients)}.`
  const message = `${printable(description)}${about}${times}${inClients}`
  return `::${level} ${properties.join(',')}::${escapeData(message)}`
}

/** GitHub refuses columns of more than one line. */
const columnsOf = (where: NonNullable<ReportedFinding['where']>): string[] =>
  where.line === where.end_line ? [`col=${where.column}`, `endColumn=${where.end_column}`] : []

// As @actions/core's command.ts.
const escapeData = (text: string): string =>
  text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A')
const escapeProperty = (text: string): string =>
  escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C')

/** Lines for the file that GITHUB_OUTPUT names: numbers and names of a closed list alone. */
export const renderOutput = (result: RunResult, verdict: Verdict): string =>
  Object.entries({ verdict, ...countsOf(result) })
    .map(([name, value]) => `${name}=${value}\n`)
    .join('')

/** Markdown for the file that GITHUB_STEP_SUMMARY names. */
export function renderSummary(result: RunResult): string {
  const hasLines = result.emails.some(({ findings }) => findings.length > 0)
  return `${commentOf(result, maxSummaryBytes).trimEnd()}\n${hasLines ? `\n${compiledLines}\n` : ''}`
}
