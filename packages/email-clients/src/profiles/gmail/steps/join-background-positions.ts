import { filterEachDeclaration } from '../../../emulate/declaration-places'
import type { Step } from '../../../emulate/message'

const source = 'caniemail css-background-position note 1, 2019-02'

/** The comma between several background positions is lost, and browsers then refuse the value. */
export const joinBackgroundPositions: Step = (message) => {
  filterEachDeclaration(message, (declaration, place) => {
    const { property, value } = declaration
    if (property.toLowerCase() !== 'background-position' || value.type !== 'Value') return true
    let commas = 0
    value.children.forEach((node, item) => {
      if (node.type !== 'Operator' || node.value.trim() !== ',') return
      value.children.remove(item)
      commas += 1
    })
    if (commas > 0) {
      const kind = { rule: 'background-position-comma-lost', what: property, source }
      message.changes.record(kind, place.where(declaration), place.count)
    }
    return true
  })
}
