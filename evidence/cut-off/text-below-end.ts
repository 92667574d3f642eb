import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import sharp from 'sharp'

/** In CSS pixels below the picture's end. */
const depth = 1_000

const withoutText =
  '<style>*,*::before,*::after{-webkit-text-fill-color:transparent !important;text-shadow:none !important;text-decoration-color:transparent !important}</style>'

interface Pixels {
  bytes: Buffer
  /** In bytes. */
  rowLength: number
  rows: number
}

/**
 * CSS pixels by which a picture ends above its last visible text: 0 for none. Draws it higher, and, if anything stands
 * there, without its texts: what differs is text.
 */
export async function textBelowEnd(
  draw: (document: HtmlDocument) => Promise<Buffer>,
  document: HtmlDocument,
): Promise<number> {
  const { deviceScaleFactor } = document.frame
  const { rows } = await pixelsOf(await draw(document))
  const higher = { ...document, leastHeight: Math.ceil(rows / deviceScaleFactor) + depth }
  const below = await pixelsOf(await draw(higher))
  if (isPlain(below, rows)) return 0
  const bare = await pixelsOf(await draw({ ...higher, html: higher.html + withoutText }))
  let last = Math.min(below.rows, bare.rows) - 1
  while (last >= rows && rowOf(below, last).equals(rowOf(bare, last))) last--
  return Math.max(0, Math.ceil((last + 1 - rows) / deviceScaleFactor))
}

async function pixelsOf(png: Buffer): Promise<Pixels> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  return { bytes: data, rowLength: info.width * info.channels, rows: info.height }
}

const rowOf = ({ bytes, rowLength }: Pixels, row: number): Buffer =>
  bytes.subarray(row * rowLength, (row + 1) * rowLength)

function isPlain(pixels: Pixels, first: number): boolean {
  for (let row = first + 1; row < pixels.rows; row++)
    if (!rowOf(pixels, row).equals(rowOf(pixels, first))) return false
  return true
}
