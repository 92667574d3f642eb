import { contrastOf, lightnessOf, withLightness, type Colour } from './colour'
import type { ColourMapping } from './recolour'

/** Outlook's reading pane (mails copied out of Outlook on the web, 2023-10; until about 2022 #333). */
export const outlookBase: Colour = { mode: 'rgb', r: 41 / 255, g: 41 / 255, b: 41 / 255 }
/** Classic Outlook for Mac, #1c1c1c (Action Rocket, 2020-10-15). */
export const outlookMacBase: Colour = { mode: 'rgb', r: 28 / 255, g: 28 / 255, b: 28 / 255 }
const white: Colour = { mode: 'rgb', r: 1, g: 1, b: 1 }
const readableContrast = 4.5

/**
 * As microsoft/roosterjs (getDarkColor.ts): white gets the base's lightness, black becomes white, a and b of CIELAB
 * stay.
 */
export function invertLightness(colour: Colour, baseLightness: number): Colour {
  const inverted = ((100 - lightnessOf(colour)) * (100 - baseLightness)) / 100 + baseLightness
  return withLightness(colour, inverted)
}

/**
 * Fits mails copied out of Outlook on the web (2019 to 2023). In 2019, text was judged on its own background (HT 2019,
 * Outlook.com dark mode).
 */
export function outlookDarkColours(base: Colour): ColourMapping {
  const baseLightness = lightnessOf(base)
  return (colour, role) => {
    if (role === 'text') {
      const isReadable = contrastOf(colour, base) >= readableContrast
      return isReadable ? null : invertLightness(colour, 2 * baseLightness)
    }
    if (role !== 'background' || contrastOf(colour, white) >= readableContrast) return null
    // email-bugs 64, 2019-07: red becomes #ee0000, because its inverse is too light for white text.
    const inverted = invertLightness(colour, baseLightness)
    return contrastOf(inverted, white) >= readableContrast ? inverted : darkenForWhiteText(colour)
  }
}

function darkenForWhiteText(colour: Colour): Colour {
  let dark = 0
  let light = lightnessOf(colour)
  // Eight halvings are finer than the steps of a channel.
  for (let round = 0; round < 8; round++) {
    const middle = (dark + light) / 2
    if (contrastOf(withLightness(colour, middle), white) >= readableContrast) dark = middle
    else light = middle
  }
  return withLightness(colour, dark)
}

/**
 * Inverts even an email that is dark (HT 2021: Gmail on iOS; Outlook's black theme). `baseLightness`: what white
 * becomes, in CIE lightness.
 */
export function fullInversion(baseLightness: number): ColourMapping {
  return (colour, role) =>
    role === 'text' || role === 'background' || role === 'border'
      ? invertLightness(colour, baseLightness)
      : null
}
