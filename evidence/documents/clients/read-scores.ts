import { readFileSync } from 'node:fs'
import path from 'node:path'

export interface Scores {
  /** Balanced recall; absent when caniemail has no cells for the code, or it was not measured. */
  features?: string
  /** One for each set of emails of which there are real pictures. */
  geometry?: { score: string; pictures: number; years: string }[]
}

/** A feature that our pictures show otherwise than caniemail says; `text` is the line of `docs/fidelity.md`. */
export interface WrongCell {
  codes: readonly string[]
  text: string
}

const fidelityFile = path.resolve(__dirname, '../../../docs/fidelity.md')

/** By code. Throws when the document lacks one of the two tables. */
export function readScores(document = readFileSync(fidelityFile, 'utf8')): Map<string, Scores> {
  const scores = new Map<string, Scores>()
  const add = (code: string, of: Scores): void => void scores.set(code, { ...scores.get(code), ...of })
  for (const row of rowsOf(document, 'balanced recall')) {
    const features = row['balanced recall'] ?? ''
    for (const code of codesIn(row.codes)) add(code, features === 'no cells' ? {} : { features })
  }
  for (const row of rowsOf(document, 'worst misses')) {
    const { code = '', score = '', of: years = '' } = row
    const geometry = { score, pictures: Number(row['real pictures']), years }
    add(code, { geometry: [...(scores.get(code)?.geometry ?? []), geometry] })
  }
  return scores
}

/** The lines below the heading "What is wrong". */
export function readWrongCells(document = readFileSync(fidelityFile, 'utf8')): WrongCell[] {
  const groups = new Map(
    rowsOf(document, 'balanced recall').map((row) => [codesIn(row.codes)[0], codesIn(row.codes)]),
  )
  const [, wrong = ''] = /### What is wrong\n(.*?)\n### /s.exec(document) ?? []
  return wrong.split(/^#### /m).flatMap((part) => {
    const [lead = '', ...lines] = part.split('\n')
    const codes = groups.get(lead.trim()) ?? []
    return lines.filter((line) => line.startsWith('- ')).map((line) => ({ codes, text: line.slice(2) }))
  })
}

const codesIn = (cell = ''): string[] => cell.split(',').map((code) => code.trim())

/** Rows of the table with this column, each cell by its column's name. */
function rowsOf(document: string, column: string): Record<string, string>[] {
  const lines = document.split('\n')
  const headAt = lines.findIndex((line) => line.startsWith('|') && cellsOf(line).includes(column))
  if (headAt === -1) throw new Error(`docs/fidelity.md has no table with the column "${column}"`)
  const head = cellsOf(lines[headAt] ?? '')
  const body = lines.slice(headAt + 2)
  const end = body.findIndex((line) => !line.startsWith('|'))
  return body.slice(0, end === -1 ? body.length : end).map((line) => {
    const cells = cellsOf(line)
    return Object.fromEntries(head.map((name, index) => [name, cells[index] ?? '']))
  })
}

const cellsOf = (line: string): string[] =>
  line
    .split('|')
    .slice(1, -1)
    .map((cell) => cell.trim())
