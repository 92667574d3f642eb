import {
  clampChroma,
  clampRgb,
  colorsNamed,
  converter,
  formatHex,
  formatHex8,
  parse,
  wcagContrast,
  type Lab65,
  type Lch65,
  type Rgb,
} from 'culori'

/** A colour of the sRGB gamut, each channel from 0 to 1. */
export type Colour = Rgb

const toRgb = converter('rgb')
const toLab = converter('lab65')
const toLch = converter('lch65')
const toHsl = converter('hsl')

/** Maximum length of a colour in characters. A longer text is not parsed and has no colour. */
const maxLength = 80

/**
 * Parses a CSS colour: a name, a hex colour, or a function with numbers. Returns null for values without a colour of
 * their own: `transparent`, `currentcolor`, `var()`, system colours.
 */
export function readColour(css: string): Colour | null {
  if (css.length > maxLength) return null
  const text = css.toLowerCase()
  // The parser would also read hex digits without `#`, such as `fff`, which CSS does not.
  const colour = /^[a-z]+$/.test(text) && !(text in colorsNamed) ? undefined : parse(text)
  return colour && colour.alpha !== 0 ? clampRgb(toRgb(colour)) : null
}

/** Parses `bgcolor`, `<font color>` and the like: HTML Living Standard, parsing a legacy colour value. */
export function readLegacyColour(attribute: string): Colour | null {
  const value = attribute.slice(0, 128).trim().toLowerCase()
  if (value === '' || value === 'transparent') return null
  const named = /^[a-z]+$/.test(value) || /^#[\da-f]{3}$/.test(value) ? readColour(value) : null
  if (named) return named
  const digits = value.replace(/^#/, '').replace(/[^\da-f]/g, '0')
  const length = Math.max(1, Math.ceil(digits.length / 3))
  const padded = digits.padEnd(length * 3, '0')
  const channels = [0, 1, 2].map((at) => padded.slice(at * length, (at + 1) * length).slice(-8))
  const leading = Math.min(...channels.map((channel) => /^0*/.exec(channel)?.[0].length ?? 0))
  const from = Math.max(0, Math.min(leading, (channels[0]?.length ?? 1) - 2))
  const [r = 0, g = 0, b = 0] = channels.map(
    (channel) => Number.parseInt(channel.slice(from, from + 2), 16) / 255,
  )
  return { mode: 'rgb', r, g, b }
}

/** Formats a colour as hex, with a fourth channel unless it is opaque. Legacy attributes read three channels too. */
export function writeColour(colour: Colour): string {
  return (colour.alpha ?? 1) < 1 ? formatHex8(colour) : formatHex(colour)
}

/** WCAG 2's contrast ratio of two opaque colours, from 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  return wcagContrast(one, other)
}

/** CIE lightness, from 0 (black) to 100 (white), for the white point D65. */
export function lightnessOf(colour: Colour): number {
  return toLab(colour).l
}

/** Changes the lightness of a colour. Keeps a and b of CIELAB, clipped to what a screen shows. */
export function withLightness(colour: Colour, lightness: number): Colour {
  const changed: Lab65 = { ...toLab(colour), l: lightness }
  return clampRgb(toRgb(changed))
}

/** CIE chroma: how far a colour is from the grey of its lightness, some 134 at most on a screen. */
export function chromaOf(colour: Colour): number {
  return toLch(colour).c
}

/**
 * Changes the lightness of a colour. Keeps its hue of CIELAB, and its chroma as far as a screen shows it.
 *
 * @param share the share of that chroma that is kept
 */
export function withLightnessInHue(colour: Colour, lightness: number, share: number): Colour {
  const changed: Lch65 = { ...toLch(colour), l: lightness }
  const shown = toLch(clampChroma(changed, 'lch65'))
  return clampRgb(toRgb({ ...shown, c: shown.c * share }))
}

/** Mirrors the HSL lightness between `least` and 1; keeps hue and saturation, so that tinted whites become vivid. */
export function mirrorHslLightness(colour: Colour, least: number): Colour {
  const hsl = toHsl(colour)
  return clampRgb(toRgb({ ...hsl, l: least + (1 - hsl.l) * (1 - least) }))
}
