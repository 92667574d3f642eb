import type { ChangeKind } from '../../../engine/change-log'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'

const source = 'email-bugs 9, 2015-12-29; caniemail css-height note 1, 2019-09'

export const renameHeight: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    if (declaration.property.toLowerCase() !== 'height') return true
    const kind: ChangeKind = { rule: 'height-renamed', what: 'height', source }
    if (message.changes.record(kind, ...place.at(declaration))) declaration.property = 'min-height'
    return true
  })
}
