import { settingsByTitle } from '../src/all-settings'
import { serviceNames, type Settings } from '../src/setting'

type Setting = Settings[string]

const all = Object.entries(settingsByTitle)
const width = 118

export function writeEnvExample(): string {
  const head =
    "Every variable; docs/operations.md says which program reads it. Made by `npm run generate:settings`; do not edit. A variable without '#' must be set; the others show their default, or an example where there is none. `npm start` sets all of them by itself; this file is for running the services yourself."
  const sections = all.map(([title, group]) => [
    `# ── ${title} ──`,
    ...Object.entries(group).flatMap(([name, setting]) => [
      ...commentLines(setting.about),
      `${isSet(setting) ? '' : '#'}${name}=${setting.example ?? defaultOf(setting)}`,
    ]),
  ])
  return `${[commentLines(head), ...sections].map((lines) => lines.join('\n')).join('\n\n')}\n`
}

const begin = '<!-- variables: begin -->'
const end = '<!-- variables: end -->'

/** `docs/operations.md` with its table of variables. Throws when the document has no place for it. */
export function withVariablesTable(document: string): string {
  const [before, rest] = document.split(begin)
  const after = rest?.split(end)[1]
  if (before === undefined || after === undefined) throw new Error(`the document lacks ${begin} and ${end}`)
  const rows = all.flatMap(([, group]) =>
    Object.entries(group).map(([name, setting]) => [
      `\`${name}\``,
      readersOf(setting),
      [isSet(setting) ? 'required' : asCode(defaultOf(setting)), setting.isSecret ? 'secret' : '']
        .filter(Boolean)
        .join(', '),
    ]),
  )
  return `${before}${begin}\n\n${table([['variable', 'read by', 'default'], ...rows])}\n\n${end}${after}`
}

function commentLines(text: string): string[] {
  const lines = ['#']
  for (const word of text.split(' ')) {
    const line = `${lines.at(-1) ?? ''} ${word}`
    if (line.length <= width) lines[lines.length - 1] = line
    else lines.push(`# ${word}`)
  }
  return lines
}

const readersOf = ({ readBy }: Setting): string =>
  serviceNames.every((name) => readBy.includes(name))
    ? ['every service', ...readBy.filter((name) => name === 'pas')].join(', ')
    : readBy.join(', ')

const isSet = ({ schema, isExampleSet }: Setting): boolean =>
  isExampleSet === true || !schema.safeParse(undefined).success

/** The default as a text of the variable; empty without one. */
function defaultOf({ schema }: Setting): string {
  const { data } = schema.safeParse(undefined)
  if (typeof data === 'boolean') return data ? '1' : '0'
  return typeof data === 'string' || typeof data === 'number' ? String(data) : ''
}

const asCode = (text: string): string => (text === '' || text.length > 40 ? '' : `\`${text}\``)

function table([head = [], ...rows]: string[][]): string {
  const widths = head.map((_, column) =>
    Math.max(3, ...[head, ...rows].map((row) => row[column]?.length ?? 0)),
  )
  const line = (cells: string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(' | ')} |`
  return [line(head), line(widths.map((count) => '-'.repeat(count))), ...rows.map(line)].join('\n')
}
