import type { ChangeKind } from '../../../engine/change-log'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'

const source = 'howtotarget.email (Yahoo & AOL), 2021-06-21'

export const removeImportantWords: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    // css-tree keeps the word after `!` if it is not `important` in lower case.
    if (typeof declaration.important !== 'string') return true
    const kind: ChangeKind = { rule: 'important-word-removed', what: `!${declaration.important}`, source }
    declaration.important = declaration.important.toLowerCase() === 'important'
    if (!declaration.important) message.changes.record(kind, ...place.at(declaration))
    return true
  })
}
