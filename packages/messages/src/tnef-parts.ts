import { readRtf } from './read-rtf'
import { decompressRtf } from './decompress-rtf'
import type { Tnef, TnefAttachment } from './read-tnef'
import type { MessagePart } from './message-part'

const leaf = (contentType: string, body: Buffer, more: Partial<MessagePart> = {}): MessagePart => ({
  contentType,
  charset: 'utf-8',
  flowed: 'no',
  isAttachment: false,
  fileName: '',
  contentId: null,
  contentLocation: null,
  start: null,
  header: () => '',
  encoding: 'none',
  raw: body,
  rawStart: 0,
  body,
  parts: [],
  wrapped: null,
  ...more,
})

/** The body's best form, then the attachments. Text that is decompressed is taken from `left`. */
export function partsOfTnef(tnef: Tnef, left: { rtfBytes: number }): MessagePart[] {
  const body = bodyOf(tnef, left)
  return [...(body ? [body] : []), ...tnef.attachments.map(attachmentOf)]
}

function bodyOf({ html, rtf, text }: Tnef, left: { rtfBytes: number }): MessagePart | null {
  if (html) return leaf('text/html', html.bytes, { charset: html.charset })
  const decompressed = rtf && decompressRtf(rtf, left.rtfBytes)
  left.rtfBytes -= decompressed?.length ?? 0
  const read = decompressed && readRtf(decompressed)
  if (read?.html) return leaf('text/html', Buffer.from(read.html))
  const shown = text !== null && text.trim() !== '' ? text : read?.text
  return shown ? leaf('text/plain', Buffer.from(shown)) : null
}

const attachmentOf = ({ name, contentType, contentId, body }: TnefAttachment): MessagePart =>
  leaf(unlessEmpty(contentType?.split(';', 1)[0]?.trim().toLowerCase()) ?? 'application/octet-stream', body, {
    charset: null,
    isAttachment: true,
    fileName: name.replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069]+/gu, ' ').trim(),
    contentId: unlessEmpty(contentId?.replace(/^<|>$/g, '').trim()),
  })

const unlessEmpty = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text
