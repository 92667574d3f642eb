import { placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** Content that others show; the markers around content that all show are comments like any other. */
const conditionalContent = /^\s*\[if\b[^\]]*\]>[^]*<!\[endif\]\s*$/i

/** For a client that has no conditional comments: what they hold is not shown. */
export const removeComments: Step = ({ document, changes }) => {
  rewriteNodes(document, (node) => {
    if (node.nodeName !== '#comment' || !('data' in node)) return null
    if (conditionalContent.test(node.data)) {
      const kind = { rule: 'comment-removed', what: 'conditional comment' }
      changes.record({ ...kind, source: 'HTML: a comment is not shown' }, placeOf(node))
    }
    return []
  })
}
