import { alignColumns, cell, type AnswerRow } from './render-answer'

/** Renders a list that is too long to be held in memory, one page of rows at a time. */
export interface ListRenderer {
  page(rows: readonly AnswerRow[]): string
  /** The text after the last page. */
  end(): string
}

/** One JSON array, as `JSON.stringify` writes it. */
export function jsonList(): ListRenderer {
  let before = '['
  return {
    page: (rows) => {
      const text = `${before}${rows.map((row) => JSON.stringify(row)).join(',')}`
      before = ','
      return text
    },
    end: () => `${before === '[' ? '[' : ''}]\n`,
  }
}

/** A table for a person to read. A column gets wider from the page on that needs it. */
export function tableList(): ListRenderer {
  const widths: number[] = []
  let isEmpty = true
  return {
    page: (rows) => {
      const columns = Object.keys(rows[0] ?? {})
      const lines = rows.map((row) => columns.map((column) => cell(row[column])))
      const text = alignColumns(isEmpty ? [columns, ...lines] : lines, widths)
      isEmpty = false
      return text
    },
    end: () => (isEmpty ? 'none\n' : ''),
  }
}

export function jsonLines(): ListRenderer {
  return { page: (rows) => rows.map((row) => `${JSON.stringify(row)}\n`).join(''), end: () => '' }
}
