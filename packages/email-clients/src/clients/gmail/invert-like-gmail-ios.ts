import {
  chromaOf,
  lightnessOf,
  withLightness,
  withLightnessInHue,
  type Colour,
} from '../../engine/dark/colour'
import type { ColourMapping } from '../../engine/dark/recolour'

const darkBackground: Colour = { mode: 'rgb', r: 32 / 255, g: 33 / 255, b: 37 / 255 }
const black: Colour = { mode: 'rgb', r: 0, g: 0, b: 0 }

/** A colour of less chroma is mixed with its grey; none in between was measured. */
const fullChroma = 40
/** Share of the chroma that a screen shows at the new lightness. */
const keptChroma = 0.93

/**
 * Fitted to twelve colours (hteumeuleu.com, Fixing Gmail's dark mode issues with CSS blend modes, 2021-04-09, in
 * Display P3): greys linearly in sRGB; others keep their hue in CIELAB.
 */
export const invertLikeGmailIos: ColourMapping = (colour, role) => {
  if (role !== 'text' && role !== 'background' && role !== 'border') return null
  const lightness = lightnessOf(colour)
  const grey = invertGrey(withLightness(black, lightness))
  const darkest = lightnessOf(darkBackground)
  const inverted = darkest + ((100 - lightness) * (100 - darkest)) / 100
  const share = Math.min(1, chromaOf(colour) / fullChroma)
  return { ...mix(grey, withLightnessInHue(colour, inverted, keptChroma), share), ...alphaOf(colour) }
}

function invertGrey({ r, g, b }: Colour): Colour {
  const invert = (channel: number, ofPage: number): number => 1 - (1 - ofPage) * channel
  return {
    mode: 'rgb',
    r: invert(r, darkBackground.r),
    g: invert(g, darkBackground.g),
    b: invert(b, darkBackground.b),
  }
}

function mix(one: Colour, other: Colour, share: number): Colour {
  const between = (from: number, to: number): number => from + (to - from) * share
  return {
    mode: 'rgb',
    r: between(one.r, other.r),
    g: between(one.g, other.g),
    b: between(one.b, other.b),
  }
}

const alphaOf = ({ alpha }: Colour): Pick<Colour, 'alpha'> => (alpha === undefined ? {} : { alpha })
