import type { Citation } from '../../sources/sources'
import { filterEachDeclaration } from '../declaration-places'
import type { Step } from '../message'

/** For clients that lose the commas between values: browsers then refuse the declaration. */
export function joinValues(properties: readonly string[], source: Citation): Step {
  const joined = new Set(properties)
  return function joinValues(message) {
    filterEachDeclaration(message, (declaration, place) => {
      const { property, value } = declaration
      if (!joined.has(property.toLowerCase()) || value.type !== 'Value') return true
      let commas = 0
      value.children.forEach((node, item) => {
        if (node.type !== 'Operator' || node.value.trim() !== ',') return
        value.children.remove(item)
        commas += 1
      })
      if (commas > 0) {
        const kind = { rule: 'comma-lost', what: property, source }
        message.changes.record(kind, ...place.at(declaration))
      }
      return true
    })
  }
}
