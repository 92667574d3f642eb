import { placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/**
 * Content that clients with conditional comments show. Markers around content for all clients have none, and are not
 * reported.
 */
const conditionalContent = /^\s*\[if\b[^\]]*\]>[^]*<!\[endif\]\s*$/i

/** For clients without conditional comments. */
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
