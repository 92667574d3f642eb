import { cellRuns } from './terminal-line'

/** In pixels: 15 px letters of a monospaced font, which are 0.6 of their size wide. */
const cell = { width: 9, height: 18, baseline: 13 }
export const lineHeight = cell.height
export const margin = 16

/** What the picture of so many columns is wide, in pixels. */
export const pictureWidth = (columns: number): number => columns * cell.width + 2 * margin

const fontFamily = "'Liberation Mono', 'DejaVu Sans Mono', 'Noto Sans Mono', monospace"

/** As many columns as a picture of `maxWidth` pixels has room for. */
export const columnsWithin = (maxWidth: number): number => Math.floor((maxWidth - 2 * margin) / cell.width)

/** Lines, of each what fits, as an SVG of `columns` cells, dark on white, without margins above and below. */
export function terminalSvg(lines: readonly string[], columns: number): string {
  const texts = lines.map((line, index) => {
    // Composed: monospaced fonts have é, and put a combining accent into a cell of its own.
    const spans = cellRuns(line.normalize('NFC'))
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

/** XML 1.0 §2.2: what is no Char cannot be in it, escaped or not. */
const escapeXml = (text: string): string =>
  text
    .replace(/[^\t\n\r\u0020-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu, '')
    .replace(/[&<>]/g, (character) => entities[character] ?? '')
