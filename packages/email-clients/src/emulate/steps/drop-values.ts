import { generate, walk, type CssNode } from 'css-tree'
import { filterEachDeclaration } from '../declaration-places'
import type { Step } from '../message'

/** Values of some properties that a client refuses though it honours the property. */
export interface RefusedValues {
  properties: readonly string[]
  refuses: (node: CssNode) => boolean
  source: string
}

/** Drops the declarations that hold a refused value. */
export function dropValues(rules: readonly RefusedValues[]): Step {
  const byProperty = new Map<string, RefusedValues[]>()
  for (const rule of rules) {
    for (const property of rule.properties)
      byProperty.set(property, [...(byProperty.get(property) ?? []), rule])
  }
  return (message) => {
    filterEachDeclaration(message, (declaration, place) => {
      const property = declaration.property.toLowerCase()
      for (const { refuses, source } of byProperty.get(property) ?? []) {
        let refused: CssNode | null = null
        walk(declaration.value, (node) => {
          if (!refused && refuses(node)) refused = node
        })
        if (!refused) continue
        const kind = { rule: 'declaration-unsupported', what: `${property}: ${generate(refused)}`, source }
        message.changes.record(kind, place.where(declaration), place.count)
        return false
      }
      return true
    })
  }
}
