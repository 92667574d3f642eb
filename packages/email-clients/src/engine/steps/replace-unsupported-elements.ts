import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isHtmlElement, placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** Other steps handle these. */
const structure = new Set(['html', 'head', 'body', 'style'])
const contentless = new Set(['source', 'track', 'svg', 'datalist'])
const singleTag = new Set(['source', 'track'])

/**
 * Content stays, except of `contentless` and `<title>`. `marker`: makes the node in place of a start or end tag; null:
 * none.
 */
export function replaceUnsupportedElements(marker: (() => Tree.ChildNode) | null): Step {
  return function replaceUnsupportedElements({ document, support, changes }) {
    rewriteNodes(document, (node) => {
      if (!('tagName' in node) || structure.has(node.tagName)) return null
      const { tagName } = node
      // Elements of a drawing are removed with it.
      if (!isHtmlElement(node) && tagName !== 'svg') return null
      const { honoured, source } = support.judge('element', tagName)
      if (honoured) return null
      // Removing these does not change the picture.
      if (tagName === 'title' || tagName === 'meta') return []
      const kind = { rule: 'element-unsupported', what: `<${tagName}>`, source }
      if (!changes.record(kind, placeOf(node), 1, { elements: [node] })) return null
      if (tagName === 'link') return []
      if (!marker) return contentless.has(tagName) ? [] : node.childNodes
      if (singleTag.has(tagName)) return [marker()]
      return [marker(), ...(contentless.has(tagName) ? [] : node.childNodes), marker()]
    })
  }
}
