import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'

const source = 'email-bugs 9, 2015-12-29; caniemail css-height note 1, 2019-09'

/** Renames the property `height` to `min-height`, as Yahoo's filter does. */
export const renameHeight: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    if (declaration.property.toLowerCase() !== 'height') return true
    declaration.property = 'min-height'
    message.changes.record(
      { rule: 'height-renamed', what: 'height', source },
      place.where(declaration),
      place.count,
    )
    return true
  })
}
