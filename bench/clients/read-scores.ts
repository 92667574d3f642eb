import { readFileSync } from 'node:fs'
import path from 'node:path'

/** A code's figures in `docs/fidelity.md`, as they stand there. */
export interface Scores {
  /** Balanced recall of features; absent when caniemail has no cells for it, or nothing was measured. */
  features?: string
  /** Against how many real pictures, of which years. */
  geometry?: { score: string; pictures: number; years: string }
}

/** A feature that a code's pictures show otherwise than caniemail says; in the words of `docs/fidelity.md`. */
export interface WrongCell {
  codes: readonly string[]
  text: string
}

const fidelityFile = path.resolve(__dirname, '../../docs/fidelity.md')

/** By code. Throws when the document's tables are not where they are expected. */
export function readScores(document = readFileSync(fidelityFile, 'utf8')): Map<string, Scores> {
  const scores = new Map<string, Scores>()
  const add = (code: string, of: Scores): void => void scores.set(code, { ...scores.get(code), ...of })
  for (const row of rowsOf(document, 'balanced recall')) {
    const features = row['balanced recall'] ?? ''
    for (const code of codesIn(row.codes)) add(code, features === 'no cells' ? {} : { features })
  }
  for (const row of rowsOf(document, 'worst misses')) {
    const { code = '', score = '', of: years = '' } = row
    add(code, { geometry: { score, pictures: Number(row['real pictures']), years } })
  }
  return scores
}

/** What stands below "What is wrong", in its order. */
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

/** The rows of the table that has this column, each cell by its column's name. */
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
