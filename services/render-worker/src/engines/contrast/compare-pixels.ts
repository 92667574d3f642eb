import type { PixelBox } from './laid-out-text'
import { leastShare, shareOf } from './mixtures'
import { channelsOf, paintOver, type PaintedColour } from './painted-colour'
import type { PicturePixels } from './picture-pixels'

/** Number of pixels of each colour; the key is 0xrrggbb. */
export type ColourCounts = ReadonlyMap<number, number>

/** What the pictures with and without texts show in one line's box. */
export interface PixelsOfLine {
  /** The colours of those pixels that the text changes; empty if it changes none. */
  text: ColourCounts
  /** The colours below them; if the text changes no pixel, those of the whole box. */
  background: ColourCounts
  /** Whether some of the pixels are a mixture of the background and of what the text's styles paint. */
  showsPaint: boolean
}

/** A pixel counts as changed if a channel changes by this much. */
const leastChange = 2
/** Maximum number of colours that are counted; a photograph has more. */
const maxColours = 4_096

/** Compares the pictures with and without texts in a box, which lies within both. */
export function changedPixels(
  withTexts: PicturePixels,
  withoutTexts: PicturePixels,
  box: PixelBox,
  painted: PaintedColour | null,
): PixelsOfLine {
  const text = new Map<number, number>()
  const background = new Map<number, number>()
  let showsPaint = false
  for (let y = box.top; y < box.top + box.height; y++) {
    const start = (y * withTexts.width + box.left) * 3
    for (let at = start; at < start + box.width * 3; at += 3) {
      if (!isChanged(withTexts.bytes, withoutTexts.bytes, at)) continue
      count(text, colourAt(withTexts.bytes, at))
      count(background, colourAt(withoutTexts.bytes, at))
      showsPaint ||= painted !== null && isMixture(withTexts.bytes, withoutTexts.bytes, at, painted)
    }
  }
  return { text, background: text.size === 0 ? countColours(withoutTexts, box) : background, showsPaint }
}

function isChanged(one: Uint8Array, other: Uint8Array, at: number): boolean {
  for (let channel = at; channel < at + 3; channel++)
    if (Math.abs((one[channel] ?? 0) - (other[channel] ?? 0)) >= leastChange) return true
  return false
}

/** Whether a pixel is a mixture of the background and of what the text's styles paint over it. */
function isMixture(drawn: Uint8Array, bare: Uint8Array, at: number, painted: PaintedColour): boolean {
  const background = channelsOf(colourAt(bare, at))
  const share = shareOf(paintOver(painted, background), background, channelsOf(colourAt(drawn, at)))
  return share !== null && share >= leastShare
}

/** Counts the colours in a box. */
export function countColours({ bytes, width }: PicturePixels, box: PixelBox): ColourCounts {
  const counts = new Map<number, number>()
  for (let y = box.top; y < box.top + box.height; y++) {
    const start = (y * width + box.left) * 3
    // Looking up a run of equal pixels once takes a fraction of the time.
    let [last, run] = [colourAt(bytes, start), 0]
    for (let at = start; at < start + box.width * 3; at += 3) {
      const colour = colourAt(bytes, at)
      if (colour !== last) {
        count(counts, last, run)
        ;[last, run] = [colour, 0]
      }
      run++
    }
    count(counts, last, run)
  }
  return counts
}

function count(counts: Map<number, number>, colour: number, pixels = 1): void {
  const known = counts.get(colour)
  if (known !== undefined) counts.set(colour, known + pixels)
  else if (counts.size < maxColours) counts.set(colour, pixels)
}

const colourAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)

/** Largest step between neighbours in a gradient, per channel. A photograph or an edge has larger ones. */
const maxStep = 8

/** Whether each pixel of a box is nearly of its right and lower neighbours' colours, as in a gradient. */
export function isSmooth({ bytes, width }: PicturePixels, box: PixelBox): boolean {
  for (let y = box.top; y < box.top + box.height; y++) {
    for (let x = box.left; x < box.left + box.width; x++) {
      const at = (y * width + x) * 3
      for (let channel = at; channel < at + 3; channel++) {
        const value = bytes[channel] ?? 0
        if (x + 1 < box.left + box.width && Math.abs(value - (bytes[channel + 3] ?? 0)) > maxStep)
          return false
        if (y + 1 < box.top + box.height && Math.abs(value - (bytes[channel + 3 * width] ?? 0)) > maxStep)
          return false
      }
    }
  }
  return true
}
