import { placeOf, rewriteNodes } from '../html-tree'
import type { Step } from '../message'

/** For a client that has no conditional comments: whatever a comment holds, it is not shown. */
export const removeComments: Step = ({ document, changes }) => {
  rewriteNodes(document, (node) => {
    if (node.nodeName !== '#comment' || !('data' in node)) return null
    const conditional = /^\s*(?:\[if\b|<!\[endif|\[endif)/i.test(node.data)
    const kind = conditional ? 'conditional comment' : 'comment'
    changes.record(
      { rule: 'comment-removed', what: kind, source: 'HTML: a comment is not shown' },
      placeOf(node),
    )
    return []
  })
}
