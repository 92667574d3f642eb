import { walk } from 'css-tree'
import { lightnessOf, mirrorHslLightness } from '../../engine/dark/colour'
import { recolour, type ColourMapping } from '../../engine/dark/recolour'
import type { Step } from '../../engine/message'
import { placeOfCss } from '../../engine/parse-css'

const middleLightness = 50
/** Engineering default: the HSL lightness to which white is darkened, which is the dark page's. */
const leastLightness = 0.1

/**
 * Yahoo's dark mode. Light backgrounds become dark: #fffffe, #fffeff and #feffff become a vivid green, purple and cyan
 * (email-bugs 156, 2025-09-18), so hue and saturation of HSL are kept. Engineering defaults: dark text becomes light,
 * and other colours stay.
 */
const mirrorLightness: ColourMapping = (colour, role) => {
  const isLight = lightnessOf(colour) > middleLightness
  const changes = (role === 'background' && isLight) || (role === 'text' && !isLight)
  return changes ? mirrorHslLightness(colour, leastLightness) : null
}

/** Removes all media queries with their rules. */
const loseMediaQueries: Step = ({ styleBlocks, changes }) => {
  for (const { sheet } of styleBlocks) {
    if (!sheet) continue
    walk(sheet, {
      visit: 'Atrule',
      enter({ name, loc }, item, list) {
        if (name.toLowerCase() !== 'media' || !list || !item) return undefined
        list.remove(item)
        changes.record(
          { rule: 'dark-media-query-lost', what: '@media', source: 'email-bugs 159, 2025-11-18' },
          placeOfCss(loc),
        )
        return walk.skip
      },
    })
  }
}

/** Steps of Yahoo's dark mode on the web, which also loses all media queries. */
export const yahooDark: readonly Step[] = [
  loseMediaQueries,
  recolour({ rule: 'dark-lightness-mirrored', source: 'email-bugs 156, 2025-09-18', map: mirrorLightness }),
]
