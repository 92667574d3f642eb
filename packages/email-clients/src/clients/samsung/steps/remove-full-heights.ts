import type { ChangeKind } from '../../../engine/change-log'
import { generate } from 'css-tree'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source = 'HT 2023-12, Samsung Auto-fit: AutoFit.js turns height:100% into auto'

/** With `height: 100%` a message has the window's height, and the app does not learn the height of its content. */
export const removeFullHeights: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    if (declaration.property.toLowerCase() !== 'height' || generate(declaration.value) !== '100%') return true
    const kind: ChangeKind = { rule: 'full-height-removed', what: 'height: 100%', source }
    return !message.changes.record(kind, ...place.at(declaration))
  })
  for (const element of elementsIn(message.body)) {
    if (findAttribute(element, 'height')?.trim() !== '100%') continue
    const kind: ChangeKind = { rule: 'full-height-removed', what: 'height="100%"', source }
    if (message.changes.record(kind, placeOf(element, 'height'))) removeAttribute(element, 'height')
  }
}
