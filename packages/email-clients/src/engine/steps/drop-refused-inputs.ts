import { findAttribute, placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** Without its type, an input would be a text field. If a `<select>` is removed, its options' text stays. */
export const dropRefusedInputs: Step = ({ document, support, changes }) => {
  if (!support.judge('element', 'select').honoured) {
    rewriteNodes(document, (node) =>
      'tagName' in node && (node.tagName === 'option' || node.tagName === 'optgroup')
        ? node.childNodes
        : null,
    )
  }
  rewriteNodes(document, (node) => {
    if (node.nodeName !== 'input' || !('tagName' in node)) return null
    const type = (findAttribute(node, 'type') ?? 'text').toLowerCase()
    const { honoured, source } = support.judge('input-type', type)
    if (honoured) return null
    changes.record({ rule: 'input-unsupported', what: `<input type=${type}>`, source }, placeOf(node))
    return []
  })
}
