import stringWidth from 'string-width'

/** Each is drawn from its own cell: glyph widths cannot shift what follows. */
export interface CellRun {
  column: number
  text: string
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const printableAscii = /^[ -~]*$/
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * Words of single-cell characters are runs, and each wide or combined character. A line with right-to-left letters is
 * one run, which only the text layout can order.
 */
export function cellRuns(line: string, columns = Infinity): CellRun[] {
  if (rightToLeft.test(line)) return [{ column: 0, text: line }]
  if (printableAscii.test(line)) {
    return Array.from(line.matchAll(/[^ ]+/g), ({ index, 0: text }) => ({ column: index, text }))
  }
  const runs: CellRun[] = []
  let column = 0
  let joinsLast = false
  for (const { segment } of graphemes.segment(line)) {
    if (column >= columns) break
    const isPlain = segment.length === 1 && segment !== ' ' && printableAscii.test(segment)
    const last = runs.at(-1)
    if (isPlain && joinsLast && last) last.text += segment
    else if (segment !== ' ') runs.push({ column, text: segment })
    joinsLast = isPlain
    column += segment.length === 1 && printableAscii.test(segment) ? 1 : stringWidth(segment)
  }
  return runs
}
