import type { Citation } from '../../sources/sources'
import { placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** Removes elements with their content, for clients that do not keep it. `sources` has the source of each element. */
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
