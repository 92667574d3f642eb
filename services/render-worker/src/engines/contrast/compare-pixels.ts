import type { PixelBox } from './laid-out-text'
import { channelsOf, leastShare, type PaintedColour, paintOver, shareOf } from './painted-colour'
import type { PicturePixels } from './picture-pixels'

/** Keys are 0xrrggbb. */
export type ColourCounts = ReadonlyMap<number, number>

export interface PixelsOfLine {
  text: ColourCounts
  /** Pixels below the text, or of the whole box if the text changes none. */
  background: ColourCounts
  /** Whether some pixels mix the background and what the styles paint. */
  showsPaint: boolean
}

/** A pixel counts as changed when one of its channels differs by this much. */
const leastChange = 2
const maxColours = 4_096

export function countChangedPixels(
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

function isMixture(drawn: Uint8Array, bare: Uint8Array, at: number, painted: PaintedColour): boolean {
  const background = channelsOf(colourAt(bare, at))
  const share = shareOf(paintOver(painted, background), background, channelsOf(colourAt(drawn, at)))
  return share !== null && share >= leastShare
}

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
  const counted = counts.get(colour)
  if (counted !== undefined) counts.set(colour, counted + pixels)
  else if (counts.size < maxColours) counts.set(colour, pixels)
}

const colourAt = (bytes: Uint8Array, at: number): number =>
  ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0)

/** Per channel, between neighbours. Photographs and edges have larger steps than gradients. */
const maxStep = 8

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
