import stringWidth from 'string-width'

const maxLines = 5_000
const columnsPerTab = 8
/** UTF-16 code units for the segmenter. */
const segmentedLength = 512

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })
const printableAscii = /^[ -~]*$/
/** The lookbehind makes the search linear. */
const trailingBlanks = /(?<! ) +$/

/**
 * Wraps as a terminal: long lines break at a blank, long words anywhere, wide characters take two cells; tabs are
 * expanded, control characters removed.
 */
export function wrapText(text: string, columns: number): string {
  const lines: string[] = []
  let start = 0
  while (start <= text.length && lines.length < maxLines) {
    const lineBreak = /\r\n?|[\n\u2028\u2029]/g
    lineBreak.lastIndex = start
    const match = lineBreak.exec(text)
    const end = match?.index ?? text.length
    // The last line break ends a line and does not begin another.
    if (match || end > start) wrapLine(text, start, end, columns, lines)
    start = match ? lineBreak.lastIndex : text.length + 1
  }
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`
}

function wrapLine(text: string, start: number, end: number, columns: number, lines: string[]): void {
  // Drops text that cannot fit into the lines that are left, before the slow work on it. Few graphemes are longer than
  // eight code units.
  const source = text.slice(start, Math.min(end, start + columns * (maxLines - lines.length) * 8))
  const line = source.replace(/(?!\t)[\p{Cc}\p{Bidi_Control}\ufeff]/gu, '')
  if (line.length <= columns && printableAscii.test(line)) {
    lines.push(line)
    return
  }
  let current = ''
  let width = 0
  let breakAt = 0
  let widthAtBreak = 0
  for (const cell of cellsOf(line)) {
    const cellWidth = cell === '\t' ? columnsPerTab - (width % columnsPerTab) : widthOf(cell)
    const isBlank = cell === ' ' || cell === '\t'
    // Blanks can extend beyond the edge, because they are not visible there.
    if (width + cellWidth > columns && !isBlank) {
      const at = breakAt > 0 ? breakAt : current.length
      lines.push(current.slice(0, at).replace(trailingBlanks, ''))
      if (lines.length >= maxLines) return
      width = breakAt > 0 ? width - widthAtBreak : 0
      current = current.slice(at)
      breakAt = 0
    }
    current += cell === '\t' ? ' '.repeat(cellWidth) : cell
    width += cellWidth
    if (isBlank) {
      breakAt = current.length
      widthAtBreak = width
    }
  }
  lines.push(current.length > columns ? current.replace(trailingBlanks, '') : current)
}

function* cellsOf(line: string): Generator<string> {
  if (/^[\t -~]*$/.test(line)) {
    yield* line
    return
  }
  // The segmenter needs quadratic time, so it gets pieces that end where a grapheme ends.
  for (let start = 0; start < line.length;) {
    const piece = line.slice(start, start + segmentedLength)
    const segments = [...graphemes.segment(piece)].map(({ segment }) => segment)
    const isLastPiece = start + piece.length >= line.length
    if (!isLastPiece && segments.length > 1) segments.pop()
    yield* segments
    for (const segment of segments) start += segment.length
  }
}

function widthOf(cell: string): number {
  return cell.length === 1 && printableAscii.test(cell) ? 1 : stringWidth(cell)
}
