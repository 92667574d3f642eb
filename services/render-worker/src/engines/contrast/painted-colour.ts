import type { Colour } from '@pas/email-clients/engine/dark/colour'
import type { TextPaint } from './laid-out-text'

/** Three channels, red, green and blue, from 0 to 255. */
export type Channels = readonly [number, number, number]

/** The colour that a text's styles give it over a background as drawn: `offset + share × background`, per channel. */
export interface PaintedColour {
  offset: Channels
  share: number
}

/** A colour whose channels are multiplied by its alpha already. */
interface Paint {
  channels: Channels
  alpha: number
}

const nothing: Paint = { channels: [0, 0, 0], alpha: 0 }

/**
 * Works out what a text's styles paint. Null if they do not tell: the text is transparent or recoloured.
 *
 * A translucent element is painted with its background and its text, and then laid over what is behind. So the
 * background as drawn is `ground + (1 - ground.alpha) × behind`, which gives what is behind, and with it the text.
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

/** The painted colour over one background, in whole channels. */
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

/** The channels of 0xrrggbb. */
export const channelsOf = (colour: number): Channels => [
  (colour >> 16) & 0xff,
  (colour >> 8) & 0xff,
  colour & 0xff,
]

/** 0xrrggbb of whole channels. */
export const asNumber = ([red, green, blue]: Channels): number => (red << 16) | (green << 8) | blue
