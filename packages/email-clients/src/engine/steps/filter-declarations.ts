import type { Citation } from '../../sources/sources'
import { generate, walk, type Declaration } from 'css-tree'
import { filterEachDeclaration } from '../declaration-places'
import type { Step } from '../message'
import type { Support } from '../support'

interface Refusal {
  what: string
  source: Citation
}

export const filterDeclarations: Step = (message) => {
  const { support, changes } = message
  filterEachDeclaration(message, (declaration, place) => {
    const refusal = findRefusal(declaration, support)
    if (!refusal) return true
    const kind = { rule: 'declaration-unsupported', ...refusal }
    return !changes.record(kind, place.where(declaration), place.count)
  })
}

export function findRefusal({ property, value }: Declaration, support: Support): Refusal | null {
  const name = property.toLowerCase()
  if (name.startsWith('--')) {
    const { honoured, source } = support.judge('syntax', 'custom-property')
    return honoured ? null : { what: 'custom property', source }
  }
  const verdict = support.judge('property', name)
  if (!verdict.honoured) return { what: name, source: verdict.source }
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
      const { honoured, source } = support.judge(kind, subject)
      if (!honoured) refusal = { what: `${name}: ${generate(node)}`, source }
    }
  })
  return refusal
}
