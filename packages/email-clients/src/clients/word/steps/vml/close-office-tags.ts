import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'

/** Have no content: many templates have stray end tags, such as `</v:fill></v:image>`. */
const emptyElements = /:(?:fill|stroke|image|imagedata|shadow|path|lock|anchorlock)$/

/**
 * Word reads `<v:fill …/>` as XML; an HTML parser takes what follows as its content. Moves that content behind the
 * element.
 */
export const closeOfficeTags: Step = ({ document }) => {
  for (const parent of [document, ...elementsIn(document)]) {
    if (!parent.childNodes.some(isLeftOpen)) continue
    const children: Tree.ChildNode[] = []
    const waiting = [...parent.childNodes].reverse()
    for (let node = waiting.pop(); node; node = waiting.pop()) {
      node.parentNode = parent
      children.push(node)
      if (!isLeftOpen(node)) continue
      for (let at = node.childNodes.length - 1; at >= 0; at--) {
        const child = node.childNodes[at]
        if (child) waiting.push(child)
      }
      node.childNodes = []
    }
    parent.childNodes = children
  }
}

const isLeftOpen = (node: Tree.ChildNode): node is Tree.Element =>
  'tagName' in node &&
  node.tagName.includes(':') &&
  node.childNodes.length > 0 &&
  (node.sourceCodeLocation?.endTag === undefined || emptyElements.test(node.tagName))
