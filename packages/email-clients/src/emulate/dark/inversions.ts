import { contrastOf, lightnessOf, withLightness, type Colour } from './colour'
import type { ColourMapping } from './recolour'

/** CIE lightness of #333, the dark base of Outlook's editor (microsoft/roosterjs, getDarkColor.ts). */
export const outlookBaseLightness = 21.247
const outlookBase: Colour = { mode: 'rgb', r: 0.2, g: 0.2, b: 0.2 }
/** WCAG 2.1, 1.4.3, and what the mapping keeps for text. */
const readableContrast = 4.5
const middleLightness = 50

/** microsoft/roosterjs, getDarkColor.ts: white becomes the base, black white, a and b of CIELAB stay. Base 0 is plain inversion. */
export function invertLightness(colour: Colour, baseLightness: number): Colour {
  const inverted = ((100 - lightnessOf(colour)) * (100 - baseLightness)) / 100 + baseLightness
  return withLightness(colour, inverted)
}

/**
 * Outlook.com, the new Outlook and its mobile apps: text that cannot be read on #333 (contrast below 4.5) is made lighter,
 * backgrounds and borders lighter than that formula's middle are made darker; none is moved the wrong way.
 */
export const outlookDarkColours: ColourMapping = (colour, role) => {
  if (role !== 'text' && role !== 'background' && role !== 'border') return null
  if (role === 'text' && contrastOf(colour, outlookBase) >= readableContrast) return null
  const inverted = invertLightness(colour, outlookBaseLightness)
  const isLighter = lightnessOf(inverted) > lightnessOf(colour)
  if (role === 'text') return isLighter ? inverted : null
  if (role === 'background') return isLighter ? null : inverted
  return inverted
}

/**
 * Light backgrounds become dark and dark text light; dark backgrounds and light text stay (HT 2021, Litmus: Gmail on Android, Samsung).
 * Borders are inverted either way, so that they stand out as much as they did: an engineering default.
 *
 * @param baseLightness what white becomes, in CIE lightness
 */
export function partialInversion(baseLightness: number): ColourMapping {
  return (colour, role) => {
    const isLight = lightnessOf(colour) > middleLightness
    const inverts = role === 'border' || (role === 'background' && isLight) || (role === 'text' && !isLight)
    return inverts ? invertLightness(colour, baseLightness) : null
  }
}

/**
 * Light and dark change places, also in an email that is dark already (HT 2021: Gmail on iOS; Outlook's black theme).
 *
 * @param baseLightness what white becomes, in CIE lightness
 */
export function fullInversion(baseLightness: number): ColourMapping {
  return (colour, role) =>
    role === 'text' || role === 'background' || role === 'border'
      ? invertLightness(colour, baseLightness)
      : null
}
