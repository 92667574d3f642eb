import sharp from 'sharp'
import { visitChangedPixels } from './changed-tiles'
import { findChanges } from './find-changes'
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
  const [base, head] = [await openPng(basePng), await openPng(headPng)]
  const pictures = { base, head }
  const { bands, inPlace } = await findChanges(base, head)
  const strips = stripsOf(head, bands)
  const { width } = head
  const height = strips.reduce((sum, { rows }) => sum + rows, 0)
  if (width * height > maxPixels)
    throw new PictureTooLargeError(`the difference would have ${width} × ${height} pixels`)
  const canvas = new Uint8Array(width * height * 3)
  /** The row of the drawing for each row of a picture that it shows. */
  const drawnRows = { base: new Int32Array(base.height), head: new Int32Array(head.height) }
  let drawn = 0
  for (const { side, top, rows } of strips)
    for (let row = 0; row < rows; row += rowsAtOnce) {
      const count = Math.min(rowsAtOnce, rows - row)
      dim(await pictures[side].rows(top + row, count), canvas, drawn * width * 3)
      for (let y = top + row; y < top + row + count; y++) drawnRows[side][y] = drawn++
    }
  const placeOf = (side: Strip['side'], x: number, y: number): number =>
    ((drawnRows[side][y] ?? 0) * width + x) * 3
  for (const { kind, ...rects } of bands) {
    const side = kind === 'removed' ? 'base' : 'head'
    const { left, top, width: columns, height: rows } = rects[side]
    for (let y = top; y < top + rows; y++) hatch(canvas, placeOf(side, left, y), columns, y, kind)
  }
  await visitChangedPixels(base, head, inPlace, (x, y) =>
    paint(canvas, placeOf('head', x, y), colours.changed, 1),
  )
  return sharp(canvas, { raw: { width, height, channels: 3 } })
    .png({ compressionLevel: 4 })
    .toBuffer()
}

function stripsOf({ height }: Pixels, bands: readonly Region[]): Strip[] {
  const strips: Strip[] = []
  let top = 0
  for (const { kind, base, head } of bands) {
    if (kind !== 'removed') continue
    strips.push(
      { side: 'head', top, rows: head.top - top },
      { side: 'base', top: base.top, rows: base.height },
    )
    top = head.top
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

function paint(canvas: Uint8Array, at: number, [red, green, blue]: Colour, share: number): void {
  const mix = (part: number, before = 0): number => part * share + before * (1 - share)
  canvas[at] = mix(red, canvas[at])
  canvas[at + 1] = mix(green, canvas[at + 1])
  canvas[at + 2] = mix(blue, canvas[at + 2])
}
