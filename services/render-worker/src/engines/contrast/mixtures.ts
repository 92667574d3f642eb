import type { Channels } from './painted-colour'

/** Sum over the channels, from the straight line between both colours. */
const maxDistance = 12
/** Channels are rounded, so a mixture may lie a little beyond either colour. */
const margin = 0.1
/** Edges of glyphs are mixtures of text and background, and a thin stroke may be all edge. */
export const leastShare = 0.3

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
