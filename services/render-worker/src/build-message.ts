import type { MessageDocument } from '@pas/email-clients/emulate/emulated-document'
import MailComposer, { type MailComposerAttachment } from 'nodemailer/lib/mail-composer'
import type { RawMessage } from './engines/engine'
import type { InlinePart } from './load-email'

/** What is the same in every message, so that the same email is the same bytes. None of it is in a picture. */
const envelope = {
  to: 'reader@message.invalid',
  date: new Date(0),
  messageId: '<email@message.invalid>',
  baseBoundary: 'part',
  textEncoding: 'base64' as const,
  // What we attach are bytes: nothing is read from a path or an address.
  disableFileAccess: true,
  disableUrlAccess: true,
}

const cidScheme = 'cid:'

/**
 * The email as it would arrive (RFC 5322), for a client that really runs. The message as it was sent is not kept; this has its text, its HTML, its
 * parts under their Content-IDs, and its attached pictures.
 */
export async function buildMessage(
  { content, frame, images, leastHeight }: MessageDocument,
  parts: readonly InlinePart[],
): Promise<RawMessage> {
  const { html, plainText, subject, fromAddress, fromDisplayName, attachedImages = [] } = content
  const names = new Map(attachedImages.map(({ url, name }) => [url, name]))
  const bodies = await Promise.all(parts.map((part) => part.readBody()))
  const attachments = parts.flatMap((part, index) => {
    const body = bodies[index]
    return body ? [attachment(part, body, names.get(part.url))] : []
  })
  const composer = new MailComposer({
    ...envelope,
    from: { name: fromDisplayName ?? '', address: fromAddress ?? 'sender@message.invalid' },
    subject: subject ?? '',
    ...(plainText !== null || html === null ? { text: plainText ?? '' } : {}),
    ...(html !== null ? { html } : {}),
    attachments,
  })
  return {
    kind: 'message',
    source: await composer.compile().build(),
    frame,
    images,
    ...(leastHeight !== undefined && { leastHeight }),
  }
}

/** A picture that is only attached has a file's name, maybe an empty one; what the HTML refers to has none. */
function attachment(
  { url, contentType }: InlinePart,
  content: Buffer,
  fileName: string | undefined,
): MailComposerAttachment {
  return fileName === undefined
    ? { content, contentType, cid: url.slice(cidScheme.length), contentDisposition: 'inline' }
    : { content, contentType, filename: fileName || 'image', contentDisposition: 'attachment' }
}
