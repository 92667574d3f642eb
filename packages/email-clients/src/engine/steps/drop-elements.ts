import type { Citation } from '../../sources/sources'
import { placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** Elements that go with all they hold, where others keep what is inside. By element, with the source. */
export function dropElements(sources: Readonly<Record<string, Citation>>): Step {
  const sourceOf = new Map(Object.entries(sources))
  return ({ document, changes }) => {
    rewriteNodes(document, (node) => {
      const source = sourceOf.get(node.nodeName)
      if (source === undefined) return null
      changes.record({ rule: 'element-removed', what: `<${node.nodeName}>`, source }, placeOf(node))
      return []
    })
  }
}
