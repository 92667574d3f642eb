import type { Citation } from '../../sources/sources'
import { placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

export function dropElements(sources: Readonly<Record<string, Citation>>): Step {
  const sourceOf = new Map(Object.entries(sources))
  return function dropElements({ document, changes }) {
    rewriteNodes(document, (node) => {
      const source = sourceOf.get(node.nodeName)
      if (source === undefined) return null
      changes.record({ rule: 'element-removed', what: `<${node.nodeName}>`, source }, placeOf(node))
      return []
    })
  }
}
