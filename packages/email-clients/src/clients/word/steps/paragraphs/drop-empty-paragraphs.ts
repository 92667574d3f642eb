import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { ChangeKind } from '../../../../engine/change-log'
import { placeOf, rewriteNodes } from '../../../../engine/html-tree'
import type { Step } from '../../../../engine/message'

const kind: ChangeKind = {
  rule: 'empty-paragraph-dropped',
  what: 'empty <p>',
  source:
    'mjmlio/mjml 747, 2017-07-19: its divider, an empty paragraph and a table for Outlook, is one line in Outlook 2007; assumed: in all versions',
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

const isEmptyParagraph = (node: Tree.ChildNode): node is Tree.Element =>
  'tagName' in node &&
  node.tagName === 'p' &&
  node.childNodes.every((child) => 'value' in child && /^[ \t\r\n\f]*$/.test(child.value))
