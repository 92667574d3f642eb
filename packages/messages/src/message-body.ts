import { htmlFromText } from '@pas/email-clients/engine/html-from-text'
import { decodeWords } from 'postal-mime'
import type { MessagePart } from './split-message'

/** A stretch of a message, or all of it, as it is shown: in HTML, as text, either, or neither when it is nothing but pictures. */
export interface MessageBody {
  html: string | null
  text: string | null
}

/** The text of a leaf that is shown as HTML or text. */
export type ReadText = (part: MessagePart) => string

/** Text parts that no client shows in the message: what they are for is done elsewhere, or shown by few clients only. */
const notShown =
  /^text\/(?:calendar|css|csv|directory|javascript|rfc822-headers|vcard|watch-html|x-amp-html|x-vcard|x-watch-html|xml)$/

/** Whether a leaf is shown as HTML or text, as long as nobody attached it. */
export const isHtml = ({ contentType }: MessagePart): boolean =>
  contentType === 'text/html' || contentType === 'application/xhtml+xml'
export const isText = (part: MessagePart): boolean =>
  isHtml(part) || (part.contentType.startsWith('text/') && !notShown.test(part.contentType))

/**
 * What mail clients show of a message's parts, in their order. Of alternatives (RFC 2046 §5.1.4) the last in each form; of related parts
 * (RFC 2387) the first, which the others belong to; a message inside under its own header. A text client gets text only when there is
 * text for every stretch: otherwise it makes its own of the HTML.
 */
export function messageBody(root: MessagePart, readText: ReadText): MessageBody {
  // What is all there is was not attached to anything.
  const pieces = piecesOf(root.parts.length === 0 ? { ...root, isAttachment: false } : root, readText)
  return joined(pieces)
}

function piecesOf(part: MessagePart, readText: ReadText): MessageBody[] {
  if (part.contentType === 'message/rfc822' && part.parts.length > 0)
    return part.parts.flatMap((message) => [embeddedHeader(message), ...piecesOf(message, readText)])
  if (part.contentType === 'multipart/alternative') {
    const alternatives = part.parts.map((alternative) => joined(piecesOf(alternative, readText)))
    const piece: MessageBody = {
      html: alternatives.findLast(({ html }) => html !== null)?.html ?? null,
      text: alternatives.findLast(({ text }) => text !== null)?.text ?? null,
    }
    return piece.html === null && piece.text === null ? [] : [piece]
  }
  if (part.contentType === 'multipart/related') {
    const children = part.parts.map((child) => ({ child, pieces: piecesOf(child, readText) }))
    const main = children.find(({ pieces }) => pieces.length > 0)
    return children
      .filter(
        ({ child }) => child === main?.child || (child.contentId === null && child.contentLocation === null),
      )
      .flatMap(({ pieces }) => pieces)
  }
  if (part.parts.length > 0) return part.parts.flatMap((child) => piecesOf(child, readText))
  if (part.isAttachment || !isText(part)) return []
  const text = readText(part)
  if (text.trim() === '') return []
  return [isHtml(part) ? { html: text, text: null } : { html: null, text }]
}

/** HTML as soon as one piece is only that; text when every piece has it. */
function joined(pieces: readonly MessageBody[]): MessageBody {
  return {
    html: pieces.some(({ html }) => html !== null)
      ? pieces.map(({ html, text }) => html ?? htmlFromText(text ?? '')).join('\n')
      : null,
    text:
      pieces.length > 0 && pieces.every(({ text }) => text !== null)
        ? pieces.map(({ text }) => text).join('\n')
        : null,
  }
}

/** Engineering default: the headers that a forwarded message begins with in most clients. */
function embeddedHeader(message: MessagePart): MessageBody {
  const lines = ['From', 'Subject', 'Date', 'To'].flatMap((name) => {
    const value = decodeWords(message.header(name))
    return value === '' ? [] : [`${name}: ${value}`]
  })
  return { html: null, text: `\n${lines.join('\n')}\n` }
}
