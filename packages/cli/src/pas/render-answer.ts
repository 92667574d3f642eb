/** In text, an object is written as JSON, and null as `-`. */
type Value = string | number | boolean | readonly unknown[] | object | null
/** An undefined member is not shown. */
export type AnswerRow = Readonly<Record<string, Value | undefined>>
export type Answer = AnswerRow | readonly AnswerRow[]

/** With the names of answers: `createdAt` becomes `created_at`. Times are ISO 8601. */
export const answerRow = (row: Readonly<Record<string, unknown>>): Record<string, Value | undefined> =>
  Object.fromEntries(Object.entries(row).map(([name, value]) => [snakeCase(name), answerValue(value)]))

export const snakeCase = (name: string): string =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)

const answerValue = (value: unknown): Value | undefined =>
  value instanceof Date ? value.toISOString() : (value as Value | undefined)

export function renderAnswer(answer: Answer): string {
  return isList(answer) ? renderTable(answer) : renderMembers(answer)
}

// Array.isArray does not narrow a readonly array.
const isList = (answer: Answer): answer is readonly AnswerRow[] => Array.isArray(answer)

function renderMembers(row: AnswerRow): string {
  const members = Object.entries(row).filter(([, value]) => value !== undefined)
  if (members.length === 0) return 'done\n'
  return alignColumns(members.map(([name, value]) => [`${name}:`, cell(value)]))
}

function renderTable(rows: readonly AnswerRow[]): string {
  const [first] = rows
  if (!first) return 'none\n'
  const columns = Object.keys(first)
  return alignColumns([columns, ...rows.map((row) => columns.map((column) => cell(row[column])))])
}

export const cell = (value: Value | undefined): string => cellText(value).replace(/\p{Cc}/gu, '?')

/** Control characters in what a stranger sent must not act on the operator's terminal. A line ends in LF. */
export const withoutControls = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(/(?![\n\t])\p{Cc}/gu, '?')

function cellText(value: Value | undefined): string {
  if (Array.isArray(value)) return value.length === 0 ? '-' : value.join(', ')
  if (typeof value === 'object' && value !== null) return JSON.stringify(value)
  return String(value ?? '-')
}

/** A column is as wide as its widest cell and as `widths`, which is updated. */
export function alignColumns(lines: readonly (readonly string[])[], widths: number[] = []): string {
  for (const line of lines) {
    line.forEach((text, column) => (widths[column] = Math.max(widths[column] ?? 0, text.length)))
  }
  return lines
    .map(
      (line) =>
        `${line
          .map((text, column) => text.padEnd(widths[column] ?? 0))
          .join('  ')
          .trimEnd()}\n`,
    )
    .join('')
}
