import type { Citation } from '../../../../sources/sources'
import type { ChangeKind } from '../../../../engine/change-log'
import { List, type CssNode, type Declaration } from 'css-tree'
import { declarationPlaces } from '../../../../engine/declaration-places'
import type { Step } from '../../../../engine/message'
import { expandSides } from '../values/longhands'

/**
 * Does not set the margin to 0: that would override `align`, with which emails centre in Word. Windows 10 Mail honours
 * `auto` (its cell css-margin, 2019-10, has no such note).
 */
export function dropRefusedMargins(isWindowsMail: boolean): Step {
  return function dropRefusedMargins(message) {
    for (const place of declarationPlaces(message)) {
      place.items.forEach((declaration, item) => {
        if (declaration.type !== 'Declaration' || declaration.value.type !== 'Value') return
        const property = declaration.property.toLowerCase()
        if (!/^margin(?:-(?:top|right|bottom|left))?$/.test(property)) return
        const values = [...declaration.value.children]
        const refused = new Map(values.map((node) => [node, refusalOf(node, isWindowsMail)]))
        const whats = new Set([...refused.values()].filter((what) => what !== null))
        if (whats.size === 0) return
        for (const what of whats) {
          const source: Citation = `caniemail css-margin note ${what === 'auto' ? 4 : 1}, 2019-10`
          const kind: ChangeKind = { rule: 'margin-refused', what: `${property}: ${what}`, source }
          if (!message.changes.record(kind, ...place.at(declaration))) return
        }
        if (property === 'margin') {
          for (const [side, node] of expandSides(values)) {
            if (refused.get(node) === null) place.items.insertData(marginOf(declaration, side, node), item)
          }
        }
        place.items.remove(item)
      })
    }
  }
}

function refusalOf(node: CssNode, honoursAuto: boolean): 'auto' | 'negative' | null {
  if (node.type === 'Identifier') return !honoursAuto && node.name.toLowerCase() === 'auto' ? 'auto' : null
  const isLength = node.type === 'Dimension' || node.type === 'Percentage'
  return isLength && Number(node.value) < 0 ? 'negative' : null
}

const marginOf = (declaration: Declaration, side: string, node: CssNode): Declaration => ({
  ...declaration,
  property: `margin-${side}`,
  value: { type: 'Value', children: new List<CssNode>().fromArray([node]) },
})
