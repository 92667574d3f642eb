import { generate, walk, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../declaration-places'
import type { Step } from '../message'
import type { Support } from '../support'

/** A thing in a declaration that the client does not honour. */
interface Refusal {
  what: string
  source: string
}

/**
 * Drops the declarations whose property, keyword, function or unit the client does not honour.
 *
 * @param isHonouredProperty decides on properties, those without a cell too
 */
export function filterDeclarations(
  isHonouredProperty: (support: Support, property: string) => boolean,
): Step {
  return (message) => {
    const { support, changes } = message
    filterEachDeclaration(message, (declaration, place) => {
      const refusal = findRefusal(declaration, support, isHonouredProperty)
      if (!refusal) return true
      const kind = { rule: 'declaration-unsupported', ...refusal }
      changes.record(kind, place.where(declaration), place.count)
      return false
    })
  }
}

function findRefusal(
  { property, value }: Declaration,
  support: Support,
  isHonouredProperty: (support: Support, property: string) => boolean,
): Refusal | null {
  const name = property.toLowerCase()
  if (name.startsWith('--')) {
    const verdict = support.find('syntax', 'custom-property')
    return verdict?.honoured === false ? { what: 'custom property', source: verdict.source } : null
  }
  if (!isHonouredProperty(support, name)) {
    const source = support.find('property', name)?.source ?? 'not in the list of properties that stay'
    return { what: name, source }
  }
  let refusal: Refusal | null = null
  walk(value, (node) => {
    if (refusal) return
    const subjects =
      node.type === 'Function'
        ? [['function', node.name.toLowerCase()] as const]
        : node.type === 'Dimension'
          ? [['unit', node.unit.toLowerCase()] as const]
          : node.type === 'Percentage'
            ? [['unit', '%'] as const]
            : node.type === 'Identifier'
              ? [
                  ['keyword', node.name.toLowerCase()] as const,
                  ['value', `${name} ${node.name.toLowerCase()}`] as const,
                ]
              : []
    for (const [kind, subject] of subjects) {
      const verdict = support.find(kind, subject)
      if (verdict?.honoured === false)
        refusal = { what: `${name}: ${generate(node)}`, source: verdict.source }
    }
  })
  return refusal
}
