import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, setAttribute } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

const spacedElements = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol dl dir menu blockquote pre listing xmp form'.split(' '),
)

/** The page's style sheet removes the margins of elements with these attributes. */
export const cellEdges = { start: 'data-starts-cell', end: 'data-ends-cell' } as const

/** Margin collapsing quirks of table cells (HTML Standard, 15.3.10): our engine has them only for its own margins. */
export const markCellEdges: Step = ({ document }) => {
  for (const { tagName, childNodes } of elementsIn(document)) {
    if (tagName !== 'td' && tagName !== 'th') continue
    const first = childNodes.find(isSubstantial)
    if (first && 'tagName' in first && spacedElements.has(first.tagName))
      setAttribute(first, cellEdges.start, '')
    const last = childNodes.findLast(isSubstantial)
    if (last && 'tagName' in last && last.tagName === 'p') setAttribute(last, cellEdges.end, '')
  }
}

const isSubstantial = (node: Tree.ChildNode): boolean =>
  'tagName' in node || ('value' in node && node.value.trim() !== '')
