import type { Asset } from '../fidelity/assets'
import { makePng } from '../fidelity/mark-png'

/** Stands for a word: has its width, a baseline and strokes, and no long straight edge. */
interface Rings {
  left: number
  right: number
  /** First row of the rings, and first row below the baseline. */
  top: number
  baseline: number
  /** Every fifth ring is so many pixels lower, as letters with descenders are. */
  descent: number
}

const pitch = 16
const gap = 2
const stroke = 4
type Rgb = readonly [number, number, number]

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

/** Its stripes slant: ink everywhere and no straight edge. */
function badge(name: string, width: number, height: number, ground: Rgb, ink: Rgb): Asset {
  const isInk = (x: number, y: number): boolean =>
    Math.hypot((2 * x + 1) / width - 1, (2 * y + 1) / height - 1) <= 1 && (x + y) % 6 < stroke
  return {
    name,
    contentType: 'image/png',
    body: makePng(width, height, (x, y) => (isInk(x, y) ? ink : ground)),
  }
}

/** Stands for a drawing: its background alone, as what it shows is not in the facts. */
const square = (name: string, colour: Rgb): Asset => ({
  name,
  contentType: 'image/png',
  body: makePng(200, 200, () => colour),
})

/**
 * Drawn here, as the real ones may not be copied: ink begins and ends where theirs does. The wordmark's background is
 * transparent, as the real one's.
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
  badge('round.png', 60, 60, [47, 51, 47], [125, 211, 192]),
  badge('icon-wide.png', 25, 14, [51, 51, 51], [102, 102, 102]),
  badge('icon-narrow.png', 21, 14, [51, 51, 51], [102, 102, 102]),
  square('square-green.png', [5, 154, 57]),
  square('square-grey.png', [125, 123, 116]),
  square('square-blue.png', [120, 131, 146]),
  square('square-orange.png', [232, 103, 58]),
]
