import type { Asset } from '../fidelity/assets'
import { makePng } from '../fidelity/mark-png'

/** A row of bars that measures like a word: as wide, and with a baseline. `from` and `to` are rows. */
interface Bars {
  left: number
  right: number
  from: number
  to: number
  /** Every fifth bar is this much lower. */
  descent: number
}

const pitch = 16
const gap = 2
/** Bars are striped, as letters have strokes: plain ones would have ink at their rims only. */
const stripe = 2
const dark = [90, 88, 88] as const

function isOnBar({ left, right, from, to, descent }: Bars, x: number, y: number): boolean {
  if (x < left || x >= right) return false
  const bar = Math.floor((x - left) / pitch)
  const isInGap = (x - left) % pitch >= pitch - gap && x < right - gap
  const lowered = bar % 5 === 2 ? descent : 0
  const isInStripe = (x - left) % (2 * stripe) < stripe || x >= right - gap
  return !isInGap && isInStripe && y >= from + lowered && y < to + lowered
}

const wordmark: Bars = { left: 0, right: 210, from: 0, to: 27, descent: 9 }
const label: readonly Bars[] = [
  { left: 35, right: 86, from: 24, to: 44, descent: 0 },
  { left: 25, right: 95, from: 49, to: 63, descent: 4 },
]

/** The pictures of the emails, drawn here: where ink begins and ends in them is as in the real ones. */
export const ownPictures: readonly Asset[] = [
  {
    name: 'wordmark.png',
    contentType: 'image/png',
    body: makePng(210, 36, (x, y) => (isOnBar(wordmark, x, y) ? dark : [255, 255, 255])),
  },
  {
    name: 'label.png',
    contentType: 'image/png',
    body: makePng(120, 90, (x, y) => (label.some((bars) => isOnBar(bars, x, y)) ? [255, 255, 255] : dark)),
  },
]
