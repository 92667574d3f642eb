import { htmlFromText } from '@pas/email-clients/engine/html-from-text'
import { decodeWords } from 'postal-mime'
import type { MessagePart } from './split-message'

/** HTML, text, or both; neither for pictures alone. */
export interface MessageBody {
  html: string | null
  text: string | null
}

export type ReadText = (part: MessagePart) => string

/** Text that clients use for something else, or rarely show. */
const notShown =
  /^text\/(?:calendar|css|csv|directory|javascript|rfc822-headers|vcard|watch-html|x-amp-html|x-vcard|x-watch-html|xml)$/

export const isHtml = ({ contentType }: MessagePart): boolean =>
  contentType === 'text/html' || contentType === 'application/xhtml+xml'
export const isText = (part: MessagePart): boolean =>
  isHtml(part) || (part.contentType.startsWith('text/') && !notShown.test(part.contentType))

/**
 * The last HTML and text of alternatives (RFC 2046 §5.1.4), the first of related parts (RFC 2387), embedded messages
 * below their header. `text`: null unless every piece has text.
 */
export function messageBody(root: MessagePart, readText: ReadText): MessageBody {
  // The only part of a message is shown even when it is marked as an attachment.
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
    // Also shows parts to which the first one cannot refer.
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

/** HTML when any piece has HTML, text when every piece has text. */
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

/** Engineering default: what most clients put above a forwarded message. */
function embeddedHeader(message: MessagePart): MessageBody {
  const lines = ['From', 'Subject', 'Date', 'To'].flatMap((name) => {
    const value = decodeWords(message.header(name))
    return value === '' ? [] : [`${name}: ${value}`]
  })
  return { html: null, text: `\n${lines.join('\n')}\n` }
}
