import type { Channels } from './painted-colour'

/** How far the channels of a mixture together may be from the straight line between both colours. */
const maxDistance = 12
/** A mixture may lie a little beyond either colour, as channels are rounded. */
const margin = 0.1
/**
 * Edges of glyphs are mixtures of the background and the text's colour. A thin stroke may be all edge, so a mixture with
 * at least this share of the text's colour shows a text.
 */
export const leastShare = 0.3

/** The share of `text` in a colour that is a mixture of it and the background; null if it is none. */
export function shareOf(text: Channels, background: Channels, colour: Channels): number | null {
  let [product, square] = [0, 0]
  for (const at of [0, 1, 2] as const) {
    const whole = text[at] - background[at]
    product += (colour[at] - background[at]) * whole
    square += whole ** 2
  }
  const share = square === 0 ? 0 : product / square
  let distance = 0
  for (const at of [0, 1, 2] as const)
    distance += Math.abs(colour[at] - background[at] - share * (text[at] - background[at]))
  return distance <= maxDistance && share >= -margin && share <= 1 + margin ? share : null
}
