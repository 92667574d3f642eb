import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import { elementsIn, setAttribute } from '../../../engine/html-tree'
import type { Step } from '../../../engine/message'

/** Elements to which a browser gives a margin if the email sets none. */
const spaced = new Set('p h1 h2 h3 h4 h5 h6 ul ol dl dir menu blockquote pre listing xmp form'.split(' '))

/** Attributes of the marked elements. The page's style sheet removes the margins of elements that have them. */
export const cellEdges = { start: 'data-starts-cell', end: 'data-ends-cell' } as const

/**
 * Marks elements that begin a cell and paragraphs that end it. In quirks mode, the browser's own margin above the
 * former and below the latter collapses (HTML Standard, 15.3.10, margin collapsing quirks). Our engine does that only
 * for margins of its own style sheet, and our page has other ones.
 */
export const markCellEdges: Step = ({ document }) => {
  for (const { tagName, childNodes } of elementsIn(document)) {
    if (tagName !== 'td' && tagName !== 'th') continue
    const first = childNodes.find(isSubstantial)
    if (first && 'tagName' in first && spaced.has(first.tagName)) setAttribute(first, cellEdges.start, '')
    const last = childNodes.findLast(isSubstantial)
    if (last && 'tagName' in last && last.tagName === 'p') setAttribute(last, cellEdges.end, '')
  }
}

const isSubstantial = (node: Tree.ChildNode): boolean =>
  'tagName' in node || ('value' in node && node.value.trim() !== '')
