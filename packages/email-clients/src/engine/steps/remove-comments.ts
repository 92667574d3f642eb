import { placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/**
 * Matches a comment with content that clients with conditional comments show. The markers around content that all
 * clients show are comments without content, and their removal is not reported.
 */
const conditionalContent = /^\s*\[if\b[^\]]*\]>[^]*<!\[endif\]\s*$/i

/** Removes all comments, for clients without conditional comments. Reports each that has conditional content. */
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
