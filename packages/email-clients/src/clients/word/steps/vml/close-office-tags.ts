import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'

/** Empty elements of VML. Stray end tags such as `</v:textbox></v:fill></v:rect></v:image>` stand in many templates. */
const empty = /:(?:fill|stroke|image|imagedata|shadow|path|lock|anchorlock)$/

/**
 * Word reads `<v:fill …/>` and `<o:AllowPNG/>` as XML does: closed. To HTML they are open, and what follows became
 * their content: it is put behind them, for every element with a prefix that has no end tag of its own, or never holds
 * anything.
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
  (node.sourceCodeLocation?.endTag === undefined || empty.test(node.tagName))
