import type { Colour } from '@pas/email-clients/engine/dark/colour'
import type { TextPaint } from './laid-out-text'

/** Red, green, blue; 0 to 255. */
export type Channels = readonly [number, number, number]

/** Per channel and over a background as drawn: `offset + share × background`. */
export interface PaintedColour {
  offset: Channels
  share: number
}

/** Channels are already multiplied by alpha. */
interface Paint {
  channels: Channels
  alpha: number
}

const nothing: Paint = { channels: [0, 0, 0], alpha: 0 }

/**
 * Null if the styles do not tell. A translucent element is drawn as `ground + (1 - ground.alpha) × behind`: what is
 * behind follows from that, and then the text.
 */
export function paintedColour({ colour, layers, isRecoloured }: TextPaint): PaintedColour | null {
  if (colour === null || isRecoloured) return null
  let text = over(nothing, colour)
  let ground = nothing
  for (const { background, opacity } of layers) {
    text = translucent(over(text, background), opacity)
    ground = translucent(over(ground, background), opacity)
  }
  const share = (1 - text.alpha) / (1 - ground.alpha)
  return { offset: mapChannels((at) => text.channels[at] - share * ground.channels[at]), share }
}

export function paintOver({ offset, share }: PaintedColour, background: Channels): Channels {
  return mapChannels((at) => Math.min(255, Math.max(0, Math.round(offset[at] + share * background[at]))))
}

function over(top: Paint, below: Colour | null): Paint {
  if (below === null) return top
  const { r, g, b, alpha = 1 } = below
  const seen = (1 - top.alpha) * alpha
  const channels = [r * 255, g * 255, b * 255] as const
  return { channels: mapChannels((at) => top.channels[at] + seen * channels[at]), alpha: top.alpha + seen }
}

const translucent = ({ channels, alpha }: Paint, opacity: number): Paint => ({
  channels: mapChannels((at) => channels[at] * opacity),
  alpha: alpha * opacity,
})

const mapChannels = (channel: (at: 0 | 1 | 2) => number): Channels => [channel(0), channel(1), channel(2)]

export const channelsOf = (colour: number): Channels => [
  (colour >> 16) & 0xff,
  (colour >> 8) & 0xff,
  colour & 0xff,
]

export const asNumber = ([red, green, blue]: Channels): number => (red << 16) | (green << 8) | blue

/** Sum over the channels, from the straight line between both colours. */
const maxDistance = 12
/** Channels are rounded, so a mixture may lie a little beyond either colour. */
const margin = 0.1
/** Edges of glyphs are mixtures of text and background, and a thin stroke may be all edge. */
export const leastShare = 0.3

/** The text's share in a mixture of both; null for any other colour. */
export function shareOf(text: Channels, background: Channels, colour: Channels): number | null {
  let [product, square] = [0, 0]
  for (const at of [0, 1, 2] as const) {
    const difference = text[at] - background[at]
    product += (colour[at] - background[at]) * difference
    square += difference ** 2
  }
  const share = square === 0 ? 0 : product / square
  let distance = 0
  for (const at of [0, 1, 2] as const)
    distance += Math.abs(colour[at] - background[at] - share * (text[at] - background[at]))
  return distance <= maxDistance && share >= -margin && share <= 1 + margin ? share : null
}
