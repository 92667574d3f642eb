import { walk } from 'css-tree'
import { partialInversion } from '../../../engine/dark/inversions'
import { recolour } from '../../../engine/dark/recolour'
import type { Message, Step } from '../../../engine/message'

/** CIE lightness: what white becomes, the dark page's. */
const darkPageLightness = 0

/**
 * The app darkens an email that has no dark styles of its own: light backgrounds and dark text change (HT 2021; Litmus), by what formula is not
 * published, so Gmail's on Android. An email that asks for the color scheme is left to its own styles.
 */
export const darken: Step = (message) => {
  if (asksForColourScheme(message)) return
  recolour({
    rule: 'dark-partial-inversion',
    source: 'HT 2021; Litmus',
    map: partialInversion(darkPageLightness),
  })(message)
}

function asksForColourScheme({ styleBlocks }: Message): boolean {
  return styleBlocks.some(({ sheet }) => {
    let found = false
    if (sheet) {
      walk(sheet, {
        visit: 'Feature',
        enter: ({ name }) => void (found ||= name.toLowerCase() === 'prefers-color-scheme'),
      })
    }
    return found
  })
}
