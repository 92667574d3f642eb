import type { Asset } from '../fidelity/assets'
import { makePng } from '../fidelity/mark-png'

/** A zigzag that measures like a word: as wide, and with a baseline. It has strokes as letters have, and no long straight edge. */
interface Zigzag {
  left: number
  right: number
  /** First row, and the first below the baseline. */
  top: number
  baseline: number
  /** Every fifth tooth is this much lower. */
  descent: number
}

const tooth = 16
const strokeShare = 0.42
const dark = [90, 88, 88] as const
const light = [255, 255, 255] as const

function isOnStroke({ left, right, top, baseline, descent }: Zigzag, x: number, y: number): boolean {
  if (x < left || x >= right) return false
  const lowered = Math.floor((x - left) / tooth) % 5 === 2 ? descent : 0
  const strokeHeight = strokeShare * (baseline - top)
  // 0 at a tooth's sides, 1 at its middle.
  const rise = 1 - Math.abs((((x - left) % tooth) + 0.5) / (tooth / 2) - 1)
  const stroke = top + lowered + rise * (baseline - top - strokeHeight)
  return y >= stroke && y < stroke + strokeHeight
}

const wordmark: Zigzag = { left: 0, right: 210, top: 0, baseline: 29, descent: 7 }
const label: readonly Zigzag[] = [
  { left: 35, right: 86, top: 24, baseline: 44, descent: 0 },
  { left: 25, right: 95, top: 49, baseline: 64, descent: 3 },
]

/** The pictures of the emails, drawn here: where ink begins and ends in them is as in the real ones. */
export const ownPictures: readonly Asset[] = [
  {
    name: 'wordmark.png',
    contentType: 'image/png',
    body: makePng(210, 36, (x, y) => (isOnStroke(wordmark, x, y) ? dark : light)),
  },
  {
    name: 'label.png',
    contentType: 'image/png',
    body: makePng(120, 90, (x, y) => (label.some((zigzag) => isOnStroke(zigzag, x, y)) ? light : dark)),
  },
]
