import type { Citation } from '../../../sources/sources'
import { generate, List, type CssNode, type Declaration, type Value } from 'css-tree'
import { filterEachDeclaration } from '../../../engine/declaration-places'
import type { Step } from '../../../engine/message'

export interface ChangedValue {
  /** A name in lower case, or a pattern. */
  property: string | RegExp
  /** Null keeps the value. */
  change: (value: Value, declaration: Declaration) => CssNode[] | null
  rule: string
  source: Citation
}

export function changeValues(...changes: readonly ChangedValue[]): Step {
  return function changeValues(message) {
    filterEachDeclaration(message, (declaration, place) => {
      const name = declaration.property.toLowerCase()
      for (const { property, change, rule, source } of changes) {
        if (typeof property === 'string' ? property !== name : !property.test(name)) continue
        if (declaration.value.type !== 'Value') continue
        const nodes = change(declaration.value, declaration)
        if (!nodes) continue
        const what = `${name}: ${generate(declaration.value)}`
        message.changes.record({ rule, what, source }, ...place.at(declaration))
        declaration.value.children = new List<CssNode>().fromArray(nodes)
      }
      return true
    })
  }
}

export const keyword = (name: string): CssNode => ({ type: 'Identifier', name })

/** `name` is in lower case. */
export function isKeyword(value: Value, name: string): boolean {
  const only = value.children.first
  return value.children.size === 1 && only?.type === 'Identifier' && only.name.toLowerCase() === name
}
