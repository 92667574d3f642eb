import type { Asset } from '../fidelity/assets'
import { makePng } from '../fidelity/mark-png'

/**
 * A row of rings that stands for a word: it has the word's width, a baseline and strokes, and no long straight edge.
 */
interface Rings {
  left: number
  right: number
  /** The first row of the rings, and the first row below the baseline. */
  top: number
  baseline: number
  /** Every fifth ring is so many pixels lower, as letters with descenders are. */
  descent: number
}

const pitch = 16
const gap = 2
const stroke = 4
const dark = [90, 88, 88] as const
const light = [255, 255, 255] as const

function isOnRing({ left, right, top, baseline, descent }: Rings, x: number, y: number): boolean {
  if (x < left || x >= right) return false
  const ring = Math.floor((x - left) / pitch)
  const column = (x - left) % pitch
  const row = y - top - (ring % 5 === 2 ? descent : 0)
  const width = Math.min(pitch - gap, right - left - ring * pitch)
  const height = baseline - top
  if (column >= width || row < 0 || row >= height) return false
  return column < stroke || column >= width - stroke || row < stroke || row >= height - stroke
}

const wordmark: Rings = { left: 0, right: 210, top: 0, baseline: 27, descent: 9 }
const label: readonly Rings[] = [
  { left: 35, right: 86, top: 24, baseline: 44, descent: 0 },
  { left: 25, right: 95, top: 49, baseline: 64, descent: 3 },
]

/**
 * The images of the emails, drawn here as the real ones may not be copied: their ink begins and ends where that of the
 * real ones does. The wordmark has a transparent background, as the real one.
 */
export const ownPictures: readonly Asset[] = [
  {
    name: 'wordmark.png',
    contentType: 'image/png',
    body: makePng(210, 36, (x, y) => (isOnRing(wordmark, x, y) ? dark : light), light),
  },
  {
    name: 'label.png',
    contentType: 'image/png',
    body: makePng(120, 90, (x, y) => (label.some((rings) => isOnRing(rings, x, y)) ? light : dark)),
  },
]
