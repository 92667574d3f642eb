import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isHtmlElement, placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** Document structure, which other steps deal with. */
const structure = new Set(['html', 'head', 'body', 'style'])
/** They have no end tag, or nothing of theirs was ever meant to be read. */
const contentless = new Set(['source', 'track', 'svg', 'datalist'])
const singleTag = new Set(['source', 'track'])

/**
 * Takes the tags of elements the client does not honour away, their content stays (drawings and the title excepted).
 *
 * @param marker what is put where the start tag and the end tag were; null: nothing
 */
export function replaceUnsupportedElements(marker: (() => Tree.ChildNode) | null): Step {
  return ({ document, support, changes }) => {
    rewriteNodes(document, (node) => {
      if (!('tagName' in node) || structure.has(node.tagName)) return null
      const { tagName } = node
      // Elements of a drawing go with the drawing.
      if (!isHtmlElement(node) && tagName !== 'svg') return null
      const { honoured, source } = support.judge('element', tagName)
      if (honoured) return null
      if (tagName !== 'title' && tagName !== 'meta') {
        changes.record({ rule: 'element-unsupported', what: `<${tagName}>`, source }, placeOf(node))
      }
      if (tagName === 'title' || tagName === 'meta' || tagName === 'link') return []
      if (!marker) return contentless.has(tagName) ? [] : node.childNodes
      if (singleTag.has(tagName)) return [marker()]
      return [marker(), ...(contentless.has(tagName) ? [] : node.childNodes), marker()]
    })
  }
}
