import type { DefaultTreeAdapterTypes as Tree } from 'parse5'
import type { Attachment } from './emulated-document'
import { createElement } from './html-tree'
import { headAndBody } from './parse-html'

/**
 * Puts a line for each attachment below the message, as `appendAttachedImages` puts pictures. Engineering default: name
 * and size, without the client's own frame and symbol.
 */
export function appendAttachments(document: Tree.Document, attachments: readonly Attachment[]): void {
  const { body } = headAndBody(document)
  for (const attachment of attachments) {
    const text = { nodeName: '#text', value: attachmentText(attachment), parentNode: null } as Tree.TextNode
    const block = createElement('div', { style: 'margin-top:16px' }, [text])
    block.parentNode = body
    body.childNodes.push(block)
  }
}

export const attachmentText = ({ name, contentType, octets }: Attachment): string =>
  `${name === '' ? contentType : name} (${shownSize(octets)})`

/** Rounded as file managers do: no file that has bytes has none here. */
function shownSize(octets: number): string {
  if (octets < 1024) return `${octets} B`
  const kibibytes = octets / 1024
  return kibibytes < 1024 ? `${Math.round(kibibytes)} KB` : `${(kibibytes / 1024).toFixed(1)} MB`
}
