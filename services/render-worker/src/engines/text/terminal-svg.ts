import stringWidth from 'string-width'

/** Pixels, for 15 px letters of a monospaced font, whose width is 0.6 of their size. */
const cell = { width: 9, height: 18, baseline: 13 }
export const lineHeight = cell.height
export const margin = 16

export const pictureWidth = (columns: number): number => columns * cell.width + 2 * margin

const fontFamily = "'Liberation Mono', 'DejaVu Sans Mono', 'Noto Sans Mono', monospace"

export const columnsWithin = (maxWidth: number): number => Math.floor((maxWidth - 2 * margin) / cell.width)

export function terminalSvg(lines: readonly string[], columns: number): string {
  const texts = lines.map((line, index) => {
    // NFC: monospaced fonts have é as one glyph, but put a combining accent into a cell of its own.
    const spans = cellRuns(line.normalize('NFC'), columns)
      .filter(({ column }) => column < columns)
      .map(({ column, text }) => `<tspan x="${margin + column * cell.width}">${escapeXml(text)}</tspan>`)
    return spans.length === 0
      ? ''
      : `<text y="${index * cell.height + cell.baseline}">${spans.join('')}</text>`
  })
  const width = pictureWidth(columns)
  const height = lines.length * cell.height
  return (
    `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" xml:space="preserve">` +
    `<rect width="100%" height="100%" fill="#fff"/>` +
    `<g font-family="${fontFamily}" font-size="15" fill="#222">${texts.join('')}</g></svg>`
  )
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }

/** XML 1.0 §2.2 (Char) forbids some characters even when escaped. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (character) => entities[character] ?? '')

/** Drawn from its own cell, so that glyph widths cannot shift what follows. */
interface CellRun {
  column: number
  text: string
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const printableAscii = /^[ -~]*$/
const rightToLeft = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}]/u

/**
 * A run is a word of single-cell characters, or one wide or combined character. A line with right-to-left letters is
 * one run, ordered by the text layout.
 */
function cellRuns(line: string, columns = Infinity): CellRun[] {
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
