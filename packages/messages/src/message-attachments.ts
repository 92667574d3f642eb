import type { Attachment } from '@pas/email-clients/engine/emulated-document'
import { isText } from './message-body'
import type { MessagePart } from './message-part'

/** More lines than any client shows at once. */
const maxAttachments = 100

/** Parts that clients check or read themselves, and never list. */
const ofClients =
  /^(?:application\/(?:(?:x-)?pkcs7-signature|pgp-signature|pgp-encrypted)|message\/(?:delivery-status|disposition-notification|feedback-report)|text\/(?:x-amp-html|watch-html|x-watch-html|rfc822-headers))$/

/**
 * What clients list by name and size: parts that are neither shown nor referred to. `isShown`: pictures and style
 * sheets. `isRead`: invitations, which are listed when they are marked as attachments.
 */
export function messageAttachments(
  root: MessagePart,
  { isShown, isRead }: { isShown: (part: MessagePart) => boolean; isRead: (part: MessagePart) => boolean },
): Attachment[] {
  const found: Attachment[] = []
  const isOnly = root.parts.length === 0
  const visit = (part: MessagePart, isAlternative: boolean): void => {
    if (found.length >= maxAttachments) return
    if (part.parts.length > 0) {
      const offersChoice = part.contentType === 'multipart/alternative'
      for (const child of part.parts) visit(child, offersChoice && !child.isAttachment)
    } else if (!isAlternative && isListed(part, isOnly, isRead(part)) && !isShown(part))
      found.push(attachmentOf(part))
  }
  visit(root, false)
  return found
}

function isListed(part: MessagePart, isOnly: boolean, isRead: boolean): boolean {
  const { contentType, isAttachment, body, fileName } = part
  if (contentType.startsWith('multipart/') || ofClients.test(contentType)) return false
  if (isText(part)) return isAttachment && !isOnly
  if (isRead) return isAttachment && !isOnly
  return body.length > 0 || isAttachment || fileName !== ''
}

const attachmentOf = ({ fileName, contentType, body }: MessagePart): Attachment => ({
  name: fileName,
  contentType,
  octets: body.length,
})
