import type { Citation } from '../../sources/sources'
import { generate, walk, type CssNode, type Declaration } from 'css-tree'
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
    return !changes.record(kind, ...place.at(declaration))
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
    for (const [kind, subject] of subjectsOf(node, name)) {
      const { honoured, source } = support.judge(kind, subject)
      if (!honoured) refusal = { what: `${name}: ${generate(node)}`, source }
    }
  })
  return refusal
}

/** For `Support.judge`. */
function subjectsOf(node: CssNode, property: string): [kind: string, name: string][] {
  if (node.type === 'Function') return [['function', node.name.toLowerCase()]]
  if (node.type === 'Dimension') return [['unit', node.unit.toLowerCase()]]
  if (node.type === 'Percentage') return [['unit', '%']]
  if (node.type !== 'Identifier') return []
  const name = node.name.toLowerCase()
  return [
    ['keyword', name],
    ['value', `${property} ${name}`],
  ]
}
