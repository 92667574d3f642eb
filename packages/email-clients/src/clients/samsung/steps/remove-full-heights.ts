import type { ChangeKind } from '../../../engine/change-log'
import { generate } from 'css-tree'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import { elementsIn, findAttribute, placeOf, removeAttribute } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const source = 'HT 2023-12, Samsung Auto-fit: AutoFit.js turns height:100% into auto'

/** A message as high as its window has no height of its own to which the app can fit it. */
export const removeFullHeights: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    if (declaration.property.toLowerCase() !== 'height' || generate(declaration.value) !== '100%') return true
    const kind: ChangeKind = { rule: 'full-height-removed', what: 'height: 100%', source }
    return !message.changes.record(kind, place.where(declaration), place.count)
  })
  for (const element of elementsIn(message.body)) {
    if (findAttribute(element, 'height')?.trim() !== '100%') continue
    const kind: ChangeKind = { rule: 'full-height-removed', what: 'height="100%"', source }
    if (message.changes.record(kind, placeOf(element, 'height'))) removeAttribute(element, 'height')
  }
}
