import type { MessageDocument } from '@pas/email-clients/engine/emulated-document'
import MailComposer, { type MailComposerAttachment } from 'nodemailer/lib/mail-composer'
import type { RawMessage } from './engines/engine'
import type { InlinePart } from './load-email'

/** These are fixed, so that the same email builds the same bytes. No engine shows them. */
const envelope = {
  to: 'reader@message.invalid',
  date: new Date(0),
  messageId: '<email@message.invalid>',
  baseBoundary: 'part',
  textEncoding: 'base64' as const,
  // nodemailer must not read a path or fetch a URL that an email names.
  disableFileAccess: true,
  disableUrlAccess: true,
}

const cidScheme = 'cid:'

/** Builds a message (RFC 5322) of an email that came as members. */
export async function buildMessage(
  document: MessageDocument,
  parts: readonly InlinePart[],
): Promise<RawMessage> {
  const { content } = document
  const { html, plainText, subject, fromAddress, fromDisplayName, attachedImages = [] } = content
  const names = new Map(attachedImages.map(({ url, name }) => [url, name]))
  const bodies = await Promise.all(parts.map((part) => part.readBody()))
  const attachments = parts.flatMap((part, index) => {
    const body = bodies[index]
    return body ? [toAttachment(part, body, names.get(part.url))] : []
  })
  const composer = new MailComposer({
    ...envelope,
    from: { name: fromDisplayName ?? '', address: fromAddress ?? 'sender@message.invalid' },
    subject: subject ?? '',
    // A message without HTML has a text, be it empty.
    ...(plainText !== null || html === null ? { text: plainText ?? '' } : {}),
    ...(html !== null ? { html } : {}),
    attachments,
  })
  return withSource(document, await composer.compile().build())
}

export const withSource = ({ frame, images, leastHeight }: MessageDocument, source: Buffer): RawMessage => ({
  kind: 'message',
  source,
  frame,
  images,
  ...(leastHeight !== undefined && { leastHeight }),
})

/** `fileName` is undefined for an inline part, referred to by `cid:`. */
function toAttachment(
  { url, contentType }: InlinePart,
  content: Buffer,
  fileName: string | undefined,
): MailComposerAttachment {
  return fileName === undefined
    ? { content, contentType, cid: url.slice(cidScheme.length), contentDisposition: 'inline' }
    : { content, contentType, filename: fileName || 'image', contentDisposition: 'attachment' }
}
