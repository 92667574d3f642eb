import type { CannotTellReason } from '@pas/email-checks/measurements'
import { contrastOf } from '@pas/email-clients/engine/dark/colour'
import type { ColourCounts } from './compare-pixels'
import type { TextLine } from './laid-out-text'
import { channelsOf, leastShare, shareOf } from './painted-colour'

/** 0xrrggbb. */
export interface LineColours {
  textColour: number
  background: number
  ratio: number
}

/** This share of pixels may be something else, such as a border or a neighbour's edge. */
const strangeShare = 0.05
/** Per channel, of 255. */
const tolerance = 3

/** Null unless nearly all pixels have it. */
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

export function isNear(one: number, other: number): boolean {
  const otherChannels = channelsOf(other)
  return channelsOf(one).every((channel, at) => Math.abs(channel - (otherChannels[at] ?? 0)) <= tolerance)
}

/** A colour with this share of the commonest colour's pixels is no mixture and no neighbour's edge. */
const commonShare = 0.25

/** The common colour with the largest contrast: others are mixtures at the edges. */
export function strokeColour(counts: ColourCounts, background: number): number {
  const most = [...counts.values()].reduce((max, count) => Math.max(max, count), 0)
  const common = [...counts.keys()].filter((colour) => (counts.get(colour) ?? 0) >= commonShare * most)
  const [first = background, ...others] = common
  return others.reduce(
    (best, colour) => (ratioOf(colour, background) > ratioOf(best, background) ? colour : best),
    first,
  )
}

/** Text is thin: the background has at least this share of a box's pixels. */
const backgroundShare = 0.5
/** A third colour with a larger share is another background below the text. */
const thirdShare = 0.1

/**
 * Undefined unless the box shows one background, the text, and mixtures of both. `textOver`: the text's colour over a
 * background, by its styles.
 */
export function findTwoColours(
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

/** Can tell only if the text passes on all backgrounds or on none. Returns the colours with the lowest ratio. */
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

/** WCAG 2.2, "large scale": 18 point, or 14 point (18.67 px) and bold. In CSS pixels. */
const largeSize = 24
const largeBoldSize = 18.66
const boldWeight = 700

/** WCAG 2.2 §1.4.3. */
export function neededRatio({ fontSize, fontWeight }: Pick<TextLine, 'fontSize' | 'fontWeight'>): number {
  const isLarge = fontSize >= largeSize || (fontSize >= largeBoldSize && fontWeight >= boldWeight)
  return isLarge ? 3 : 4.5
}
