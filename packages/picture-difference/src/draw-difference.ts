import sharp from 'sharp'
import { comparePixels } from './compare-pictures'
import { maxPixels, openPng, PictureTooLargeError, rowsAtOnce, type Pixels } from './pixels'
import type { Region } from './regions'

type Colour = readonly [red: number, green: number, blue: number]

/** Of the marks; all can be told apart by their stripes, too. */
const colours: Record<Region['kind'], Colour> = {
  changed: [207, 0, 170],
  inserted: [26, 127, 55],
  removed: [207, 34, 46],
  moved: [9, 105, 218],
}
/** Of the head's own grey that is left. */
const dimmed = 0.35

/** Rows of the drawing: of the head, or removed ones of the base, put between the head's. */
interface Strip {
  side: 'base' | 'head'
  top: number
  rows: number
}

/**
 * A PNG of the head in light grey: pixels that differ in one colour, inserted, moved and replaced rows hatched, removed
 * ones put in and hatched. Rejects as `comparePictures` does, and when the drawing itself is too large.
 */
export async function drawDifference(basePng: Buffer, headPng: Buffer): Promise<Buffer> {
  const pictures = { base: await openPng(basePng), head: await openPng(headPng) }
  const { regions } = await comparePixels(pictures.base, pictures.head)
  const strips = stripsOf(pictures.head, regions)
  const { width } = pictures.head
  const height = strips.reduce((sum, { rows }) => sum + rows, 0)
  if (width * height > maxPixels)
    throw new PictureTooLargeError(`the difference would have ${width} × ${height} pixels`)
  const canvas = new Uint8Array(width * height * 3)
  let drawn = 0
  for (const { side, top, rows } of strips) {
    const picture = pictures[side]
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, rows - row)
      dim(await picture.rows(top + row, count), canvas, (drawn + row) * width * 3)
    }
    for (const region of regions.filter(({ kind }) => (kind === 'removed') === (side === 'base')))
      await mark(pictures, region, canvas, { side, top, rows, drawn })
    drawn += rows
  }
  return sharp(canvas, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 4 })
    .toBuffer()
}

function stripsOf({ height }: Pixels, regions: readonly Region[]): Strip[] {
  const strips: Strip[] = []
  let top = 0
  for (const { kind, base, head } of regions) {
    if (kind !== 'removed') continue
    const next = Math.max(top, head.top)
    strips.push({ side: 'head', top, rows: next - top }, { side: 'base', top: base.top, rows: base.height })
    top = next
  }
  return [...strips, { side: 'head', top, rows: height - top }]
}

function dim(pixels: Uint32Array, canvas: Uint8Array, from: number): void {
  let to = from
  for (const pixel of pixels) {
    const grey = 0.3 * (pixel & 255) + 0.59 * ((pixel >> 8) & 255) + 0.11 * ((pixel >> 16) & 255)
    const light = 255 - dimmed * (255 - grey)
    canvas[to++] = light
    canvas[to++] = light
    canvas[to++] = light
  }
}

/** Marks the part of a region that is in a strip, which is drawn from row `drawn` on. */
async function mark(
  { base, head }: Readonly<Record<'base' | 'head', Pixels>>,
  region: Region,
  canvas: Uint8Array,
  { side, top, rows, drawn }: Strip & { drawn: number },
): Promise<void> {
  const { kind, [side]: rect } = region
  const end = Math.min(rect.top + rect.height, top + rows)
  const isPixelByPixel = kind === 'changed' && region.base.height === region.head.height
  for (let y = Math.max(rect.top, top); y < end; y++) {
    const from = ((drawn + y - top) * head.width + rect.left) * 3
    if (!isPixelByPixel) {
      hatch(canvas, from, rect.width, y, kind)
      continue
    }
    const headRow = (await head.rows(y, 1)).subarray(rect.left, rect.left + rect.width)
    const baseRow = await base.rows(region.base.top + y - rect.top, 1)
    for (let x = 0; x < rect.width; x++)
      if (baseRow[region.base.left + x] !== headRow[x]) paint(canvas, from + x * 3, colours.changed, 1)
  }
}

/** Stripes rise, and fall in what was removed. */
function hatch(canvas: Uint8Array, from: number, width: number, y: number, kind: Region['kind']): void {
  const slope = kind === 'removed' ? -1 : 1
  for (let x = 0; x < width; x++) {
    const isStripe = (((x + slope * y) % stripe) + stripe) % stripe < stripe / 3
    paint(canvas, from + x * 3, colours[kind], isStripe ? 0.6 : 0.15)
  }
}

/** Pixels from one stripe to the next. */
const stripe = 12

function paint(canvas: Uint8Array, at: number, colour: Colour, share: number): void {
  for (const [n, part] of colour.entries())
    canvas[at + n] = part * share + (canvas[at + n] ?? 0) * (1 - share)
}
