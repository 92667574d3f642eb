import { lightnessOf, mirrorHslLightness } from '../../engine/dark/colour'
import { recolour, type ColourMapping } from '../../engine/dark/recolour'
import type { Step } from '../../engine/message'

const middleLightness = 50
/** Engineering default: the HSL lightness that white becomes, which is the dark page's. */
const leastLightness = 0.1

/**
 * #fffffe, #fffeff and #feffff become a vivid green, purple and cyan (email-bugs 156, 2025-09-18), so hue and
 * saturation of HSL are kept. Engineering defaults: dark text becomes light, and other colours stay.
 */
const mirrorLightness: ColourMapping = (colour, role) => {
  const isLight = lightnessOf(colour) > middleLightness
  const changes = (role === 'background' && isLight) || (role === 'text' && !isLight)
  return changes ? mirrorHslLightness(colour, leastLightness) : null
}

/** Media queries stay: the report that they are lost (email-bugs 159, 2025-11-18) has been closed. */
export const yahooDark: readonly Step[] = [
  recolour({
    rule: 'dark-lightness-mirrored',
    source:
      'email-bugs 156, 2025-09-18; assumed: how light a light background becomes, and that dark text is changed',
    map: mirrorLightness,
  }),
]
