import { cellRuns } from './terminal-line'

/** Pixels, for 15 px letters of a monospaced font, whose width is 0.6 of their size. */
const cell = { width: 9, height: 18, baseline: 13 }
export const lineHeight = cell.height
export const margin = 16

export const pictureWidth = (columns: number): number => columns * cell.width + 2 * margin

const fontFamily = "'Liberation Mono', 'DejaVu Sans Mono', 'Noto Sans Mono', monospace"

export const columnsWithin = (maxWidth: number): number => Math.floor((maxWidth - 2 * margin) / cell.width)

/** Each line is cut at `columns` cells. */
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
