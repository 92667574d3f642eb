import { findAttribute, placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** For clients that read colour schemes only in CSS, or not at all. */
export const dropColourSchemeMeta: Step = ({ document, support, changes }) => {
  const { honoured, source } = support.judge('syntax', 'meta-color-scheme')
  if (honoured) return
  rewriteNodes(document, (node) => {
    if (!('tagName' in node) || node.tagName !== 'meta') return null
    const name = findAttribute(node, 'name')?.trim().toLowerCase() ?? ''
    if (name !== 'color-scheme' && name !== 'supported-color-schemes') return null
    const kind = { rule: 'meta-unsupported', what: `<meta name="${name}">`, source }
    return changes.record(kind, placeOf(node), 1, { elements: [node] }) ? [] : null
  })
}
