import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { ChangeKind } from '../../../../engine/change-log'
import { placeOf, rewriteNodes } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'

const kind: ChangeKind = {
  rule: 'empty-paragraph-dropped',
  what: 'empty <p>',
  source:
    'mjmlio/mjml 747, 2017-07-19 and 1143: its divider, an empty paragraph and a table for Outlook, is one line, and two where a tool writes a line end into the paragraph; assumed: in all versions',
}

export const dropEmptyParagraphs: Step = (message) => {
  const dropped = new Set<Tree.Node>()
  rewriteNodes(message.document, (node) => {
    if (!isEmptyParagraph(node) || !message.changes.record(kind, placeOf(node), 1, { elements: [node] }))
      return null
    dropped.add(node)
    message.hidden.add(node)
    return []
  })
  if (dropped.size === 0) return
  for (const attribute of message.styleAttributes)
    attribute.owners = attribute.owners.filter((owner) => !dropped.has(owner))
  message.styleAttributes = message.styleAttributes.filter(({ owners }) => owners.length > 0)
}

/** Not `<p>` that a list ends, nor a stray `</p>`. */
function isEmptyParagraph(node: Tree.ChildNode): node is Tree.Element {
  if (!('tagName' in node) || node.tagName !== 'p') return false
  const { startTag, endTag } = node.sourceCodeLocation ?? {}
  return startTag !== undefined && startTag.endOffset === endTag?.startOffset
}
