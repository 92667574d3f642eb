import { walk } from 'css-tree'
import { partialInversion } from '../../../engine/dark/inversions'
import { recolour } from '../../../engine/dark/recolour'
import type { Message, Step } from '../../../engine/message'

/** CIE lightness to which white is darkened: that of the dark page. */
const darkPageLightness = 0

/**
 * The app darkens an email without dark styles of its own: it changes light backgrounds and dark text (HT 2021;
 * Litmus). Its formula is not published, so that of Gmail on Android is used. An email with a `prefers-color-scheme`
 * query keeps its own styles.
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
