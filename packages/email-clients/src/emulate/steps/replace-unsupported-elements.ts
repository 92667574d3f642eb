import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { isHtmlElement, placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

interface Replacement {
  /** Elements that the client keeps although nobody tested them. */
  plainElements: ReadonlySet<string>
  /** What is put where the start tag and the end tag were; null: nothing. */
  marker: (() => Tree.ChildNode) | null
}

/** Document structure, which other steps deal with. */
const structure = new Set(['html', 'head', 'body', 'style'])
/** They have no end tag, or nothing of theirs was ever meant to be read. */
const contentless = new Set(['title', 'link', 'meta', 'source', 'track', 'svg', 'math', 'datalist'])
const singleTag = new Set(['source', 'track'])

/** Takes the tags of elements the client does not honour away, their content stays (drawings and the title excepted). */
export function replaceUnsupportedElements({ plainElements, marker }: Replacement): Step {
  return ({ document, support, changes }) => {
    rewriteNodes(document, (node) => {
      if (!('tagName' in node) || structure.has(node.tagName)) return null
      const { tagName } = node
      const verdict = support.find('element', tagName)
      // Elements of a drawing go with the drawing.
      const honoured = isHtmlElement(node)
        ? (verdict?.honoured ?? plainElements.has(tagName))
        : tagName !== 'svg'
      if (honoured) return null
      const source = verdict?.source ?? 'not in the list of elements that stay'
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
