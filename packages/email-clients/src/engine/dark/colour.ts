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

/** sRGB, each channel from 0 to 1. */
export type Colour = Rgb

const toRgb = converter('rgb')
const toLab = converter('lab65')
const toLch = converter('lch65')
const toHsl = converter('hsl')

const maxColourLength = 80

/**
 * A name, a hex colour, or a function with numbers. Null for `transparent`, `currentcolor`, `var()` and system colours.
 */
export function readColour(css: string): Colour | null {
  if (css.length > maxColourLength) return null
  const text = css.toLowerCase()
  // The parser would also read hex digits without `#`, such as `fff`, which CSS does not.
  const colour = /^[a-z]+$/.test(text) && !(text in colorsNamed) ? undefined : parse(text)
  return colour && colour.alpha !== 0 ? clampRgb(toRgb(colour)) : null
}

/** HTML Living Standard, parsing a legacy colour value: `bgcolor`, `<font color>`. */
export function readLegacyColour(attribute: string): Colour | null {
  const value = attribute.slice(0, 128).trim().toLowerCase()
  if (value === '' || value === 'transparent') return null
  const named = /^[a-z]+$/.test(value) || /^#[\da-f]{3}$/.test(value) ? readColour(value) : null
  if (named) return named
  const digits = value.replace(/^#/, '').replace(/[^\da-f]/g, '0')
  const length = Math.max(1, Math.ceil(digits.length / 3))
  const padded = digits.padEnd(length * 3, '0')
  const channels = [0, 1, 2].map((at) => padded.slice(at * length, (at + 1) * length).slice(-8))
  const leadingZeros = Math.min(...channels.map((channel) => /^0*/.exec(channel)?.[0].length ?? 0))
  const from = Math.max(0, Math.min(leadingZeros, (channels[0]?.length ?? 1) - 2))
  const [r = 0, g = 0, b = 0] = channels.map(
    (channel) => Number.parseInt(channel.slice(from, from + 2), 16) / 255,
  )
  return { mode: 'rgb', r, g, b }
}

/** Hex, with a fourth channel unless opaque. */
export function writeColour(colour: Colour): string {
  return (colour.alpha ?? 1) < 1 ? formatHex8(colour) : formatHex(colour)
}

/** WCAG 2, of opaque colours: 1 to 21. */
export function contrastOf(one: Colour, other: Colour): number {
  return wcagContrast(one, other)
}

/** CIE lightness, 0 (black) to 100 (white), for D65. */
export function lightnessOf(colour: Colour): number {
  return toLab(colour).l
}

/** Keeps a and b of CIELAB, clipped to sRGB. */
export function withLightness(colour: Colour, lightness: number): Colour {
  const changed: Lab65 = { ...toLab(colour), l: lightness }
  return clampRgb(toRgb(changed))
}

/** CIE chroma: distance from grey, at most about 134 on a screen. */
export function chromaOf(colour: Colour): number {
  return toLch(colour).c
}

/** Keeps the hue of CIELAB, and `share` of the chroma that a screen can show. */
export function withLightnessInHue(colour: Colour, lightness: number, share: number): Colour {
  const changed: Lch65 = { ...toLch(colour), l: lightness }
  const shown = toLch(clampChroma(changed, 'lch65'))
  return clampRgb(toRgb({ ...shown, c: shown.c * share }))
}

/** Mirrors HSL lightness between `least` and 1. Hue and saturation stay, so tinted whites become vivid. */
export function mirrorHslLightness(colour: Colour, least: number): Colour {
  const hsl = toHsl(colour)
  return clampRgb(toRgb({ ...hsl, l: least + (1 - hsl.l) * (1 - least) }))
}
