import { contrastOf } from '@pas/email-clients/engine/dark/colour'
import type { ColourCounts } from './compare-pixels'
import { leastShare, shareOf } from './mixtures'
import { channelsOf } from './painted-colour'
import type { CannotTellReason } from '@pas/email-checks/evidence'

/** The colours of one line of text; 0xrrggbb. */
export interface LineColours {
  textColour: number
  background: number
  ratio: number
}

/** The share of pixels that may be of something else, such as a border that a text crosses or a neighbour's edge. */
const strangeShare = 0.05
/** How far a channel may be from that colour. */
const tolerance = 3

/** The colour of nearly all of these pixels; null if there is none. */
export function mainColour(counts: ColourCounts): number | null {
  let [main, most, all] = [0, 0, 0]
  for (const [colour, count] of counts) {
    all += count
    if (count > most) [main, most] = [colour, count]
  }
  let near = 0
  for (const [colour, count] of counts) if (isNear(colour, main)) near += count
  return all > 0 && near >= (1 - strangeShare) * all ? main : null
}

/** Whether no channel of two colours differs by more than what is taken for one colour. */
export function isNear(one: number, other: number): boolean {
  const to = channelsOf(other)
  return channelsOf(one).every((channel, at) => Math.abs(channel - (to[at] ?? 0)) <= tolerance)
}

/** The share, of the commonest colour's pixels, that makes a colour more than a mixture or a neighbour's edge. */
const commonShare = 0.25

/** Of the common colours of a text's pixels, the one with the largest contrast: others are mixtures at the edges. */
export function strokeColour(counts: ColourCounts, background: number): number {
  const most = [...counts.values()].reduce((max, count) => Math.max(max, count), 0)
  const common = [...counts.keys()].filter((colour) => (counts.get(colour) ?? 0) >= commonShare * most)
  const [first = background, ...others] = common
  return others.reduce(
    (best, colour) => (ratioOf(colour, background) > ratioOf(best, background) ? colour : best),
    first,
  )
}

/** The share of a box's pixels that its background has at least: text is thin. */
const backgroundShare = 0.5
/** The share that no third colour may have. A line of text covers more of another background below it. */
const thirdShare = 0.1

/**
 * The colours of a text whose box shows little but a background of one colour, the text, and mixtures of both. Undefined
 * if the box shows more, or no text.
 *
 * @param textOver the colour that the styles paint over a background; null if they do not tell
 */
export function colourOfTwo(
  counts: ColourCounts,
  textOver: ((background: number) => number) | null,
): LineColours | undefined {
  let [background, most, all] = [0, 0, 0]
  for (const [colour, count] of counts) {
    all += count
    if (count > most) [background, most] = [colour, count]
  }
  if (most < backgroundShare * all) return undefined
  const others = new Map(counts)
  others.delete(background)
  const text = textOver?.(background) ?? strokeColour(others, background)
  if (isNear(text, background)) return undefined
  let [showsText, strange] = [false, 0]
  for (const [colour, count] of others) {
    const share = shareOf(channelsOf(text), channelsOf(background), channelsOf(colour))
    if (share === null) strange += count
    else if (count > thirdShare * all && !isNear(colour, text)) return undefined
    showsText ||= share !== null && share >= leastShare
  }
  return showsText && strange <= strangeShare * all ? coloursOf(text, background) : undefined
}

/**
 * Judges a text over a background that varies, by the colours below it. Only if the text passes on all of them, or on
 * none, it can be told; then the result has the lowest ratio.
 */
export function judgeOverMany(
  backgrounds: ColourCounts,
  textOver: (background: number) => number,
  needed: number,
): LineColours | CannotTellReason {
  const pairs = [...backgrounds.keys()].map((background) => coloursOf(textOver(background), background))
  const passing = pairs.filter(({ ratio }) => ratio >= needed).length
  if (passing > 0 && passing < pairs.length) return 'background-varies'
  return pairs.reduce((lowest, pair) => (pair.ratio < lowest.ratio ? pair : lowest))
}

/** The colours with their ratio. */
export const coloursOf = (textColour: number, background: number): LineColours => ({
  textColour,
  background,
  ratio: ratioOf(textColour, background),
})

const ratioOf = (one: number, other: number): number => contrastOf(asColour(one), asColour(other))

function asColour(colour: number): { mode: 'rgb'; r: number; g: number; b: number } {
  const [r, g, b] = channelsOf(colour)
  return { mode: 'rgb', r: r / 255, g: g / 255, b: b / 255 }
}
