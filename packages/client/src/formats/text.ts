import type { EmailResult, ReportedComparison, ReportedFinding, RunResult } from '../run-result'
import { summaryText, verdictText } from '../reports/outcome'
import { printable, printableFile } from './printable'

const maxFindingsOfEmail = 500
const maxWords = 200

type Colour = 'red' | 'yellow' | 'green' | 'dim' | 'bold'

const codes: Record<Colour, [number, number]> = {
  red: [31, 39],
  yellow: [33, 39],
  green: [32, 39],
  dim: [2, 22],
  bold: [1, 22],
}

export type Paint = (colour: Colour, text: string) => string

export const createPaint =
  (hasColours: boolean): Paint =>
  (colour, text) =>
    hasColours ? `\u001b[${codes[colour][0]}m${text}\u001b[${codes[colour][1]}m` : text

const colourOf = { error: 'red', warning: 'yellow', note: 'dim' } as const

/** What is said of each email, without the last line. Emails of which nothing is said are left out. */
export const renderText = ({ emails }: RunResult, paint: Paint): string =>
  emails
    .map((email) => [email, linesOf(email, paint)] as const)
    .filter(([, lines]) => lines.length > 0)
    .map(([{ file }, lines]) => `${[paint('bold', printableFile(file)), ...lines].join('\n')}\n\n`)
    .join('')

function linesOf({ findings, comparisons, failure, file }: EmailResult, paint: Paint): string[] {
  const lines = findings.slice(0, maxFindingsOfEmail).map((finding) => findingLine(finding, file, paint))
  if (findings.length > maxFindingsOfEmail)
    lines.push(`  and ${findings.length - maxFindingsOfEmail} more; --format json has all`)
  const differing = comparisons.filter(({ verdict }) => verdict !== 'equal')
  lines.push(...differing.map((comparison) => comparisonLine(comparison, paint)))
  if (failure !== null) lines.push(`  ${paint('red', 'not done')}  ${printable(failure)}`)
  return lines
}

function findingLine(finding: ReportedFinding, file: string, paint: Paint): string {
  const { severity, rule, description, what, count, clients } = finding
  const about = what === '' ? '' : ` (${printable(what, maxWords)})`
  const times = count > 1 ? `, ${count} times` : ''
  const inClients = clients === null ? '' : `, in ${someOf(clients)}`
  const place = placeOf(finding, file).padEnd(9)
  const mark = paint(colourOf[severity], severity.padEnd(7))
  return `  ${place} ${mark}  ${printable(description)}${about}${paint('dim', `${printable(times + inClients)}  ${printable(rule)}`)}`
}

/** Of a message that is a file, the service counts lines in the part, which says so. */
export function placeOf({ where }: ReportedFinding, file: string): string {
  if (where === null) return ''
  const isPart = where.part !== 'html' || /\.eml$/i.test(file)
  return `${isPart ? `${printable(where.part)} ` : ''}${where.line}:${where.column}`
}

function comparisonLine(comparison: ReportedComparison, paint: Paint): string {
  const { client, verdict } = comparison
  const colour = verdict === 'not_comparable' ? 'yellow' : 'red'
  const places = summaryText(comparison)
  const text = `${verdictText(comparison)}${places === '' ? '' : ` (${places})`}`
  return `  ${printable(client.name)} ${paint(colour, printable(text))}`
}

export function someOf(clients: readonly string[]): string {
  const named = clients
    .slice(0, 3)
    .map((client) => printable(client))
    .join(', ')
  return clients.length <= 3 ? named : `${named} and ${clients.length - 3} more`
}
