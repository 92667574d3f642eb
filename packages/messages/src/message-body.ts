import { htmlFromText } from '@pas/email-clients/engine/html-from-text'
import { decodeHeaderText } from './decode-header-text'
import { readHeaderValue } from './header-value'
import { readInvitation } from './read-invitation'
import { plainFromMarkup } from './plain-from-markup'
import { readRtf } from './read-rtf'
import { isMessage, type MessagePart } from './message-part'

/** HTML, text, or both; neither for pictures and attachments alone. */
export interface MessageBody {
  html: string | null
  text: string | null
}

export interface ReadBody extends MessageBody {
  /** Parts of which an event is shown. */
  invitations: ReadonlySet<MessagePart>
}

export type ReadText = (part: MessagePart) => string

/** Text that clients use for something else, or rarely show. */
const notShown =
  /^text\/(?:calendar|css|csv|directory|javascript|rfc822-headers|vcard|watch-html|x-amp-html|x-vcalendar|x-vcard|x-watch-html|xml)$/
/** Older forms of formatted text (RFC 1896, RFC 1341). */
const rarelyUnderstood = /^text\/(?:enriched|richtext|rtf)$/
/** Clients know plain text and HTML alone. */
const otherText = /^text\/(?!plain$|html$)/
const invitation = /^(?:text\/(?:calendar|x-vcalendar)|application\/ics)$/

export const isHtml = ({ contentType }: MessagePart): boolean =>
  contentType === 'text/html' || contentType === 'application/xhtml+xml'
export const isFormattedText = ({ contentType }: MessagePart): boolean =>
  contentType === 'text/enriched' || contentType === 'text/richtext'
export const isText = (part: MessagePart): boolean =>
  isHtml(part) || (part.contentType.startsWith('text/') && !notShown.test(part.contentType))

export const isInvitation = ({ contentType, fileName }: MessagePart): boolean =>
  invitation.test(contentType) || (contentType === 'application/octet-stream' && /\.ics$/i.test(fileName))

/**
 * The last HTML and text of alternatives (RFC 2046 §5.1.4), the root of related parts (RFC 2387), embedded messages
 * below their header, then what invitations say. `text`: null unless every piece has text.
 */
export function messageBody(root: MessagePart, readText: ReadText): ReadBody {
  const reader = new BodyReader(readText, root)
  const ownPieces = reader.piecesOfMessage(root)
  const invitations = reader.invitations()
  const texts = [...new Set(invitations.values())]
  const all = [...ownPieces, ...texts.map((text) => ({ html: null, text }))]
  const body = all.length > 0 ? joined(all) : { html: null, text: reader.hasEmptyText ? '' : null }
  return { ...body, invitations: new Set(invitations.keys()) }
}

/** Texts that are read of invitations; calendars of a thousand events are no mail. */
const maxInvitations = 5

class BodyReader {
  /** A message has a body, but nothing stands in it. */
  hasEmptyText = false
  private readonly calendars: MessagePart[] = []
  /** What a winmail.dat has as body, which is that of the message again. */
  private wrapped: MessagePart[] = []

  constructor(
    private readonly readText: ReadText,
    private readonly root: MessagePart,
  ) {}

  invitations(): Map<MessagePart, string> {
    const texts = this.calendars
      .slice(0, maxInvitations)
      .map((part) => [part, readInvitation(this.readText(part), methodOf(part))] as const)
    return new Map(texts.filter((entry): entry is [MessagePart, string] => entry[1] !== null))
  }

  piecesOfMessage(message: MessagePart): MessageBody[] {
    const outside = this.wrapped
    this.wrapped = []
    const pieces = this.piecesOf(message)
    const shown = pieces.length > 0 ? pieces : this.wrapped.flatMap((part) => this.piecesOf(part))
    this.wrapped = outside
    return shown
  }

  piecesOf(part: MessagePart): MessageBody[] {
    if (part.wrapped === 'tnef') {
      const [files, bodies] = partition(part.parts, ({ isAttachment }) => isAttachment)
      this.wrapped.push(...bodies)
      return files.flatMap((file) => this.piecesOf(file))
    }
    if (isMessage(part) && part.parts.length > 0)
      return part.parts.flatMap((message) => [embeddedHeader(message), ...this.piecesOfMessage(message)])
    if (part.contentType === 'multipart/alternative') return this.bestOf(part.parts)
    if (part.contentType === 'multipart/related') return this.piecesOfRelated(part)
    if (part.parts.length > 0) return part.parts.flatMap((child) => this.piecesOf(child))
    return this.piecesOfLeaf(part)
  }

  private piecesOfLeaf(part: MessagePart): MessageBody[] {
    if (isInvitation(part)) {
      this.calendars.push(part)
      this.hasEmptyText ||= part.body.length === 0
      return []
    }
    // The only part of a message is shown even when it is marked as an attachment.
    if ((part.isAttachment && part !== this.root) || !isText(part)) return []
    const text = this.shownText(part)
    if (text.trim() === '') {
      this.hasEmptyText = true
      return []
    }
    return [isHtml(part) ? { html: text, text: null } : { html: null, text }]
  }

  private shownText(part: MessagePart): string {
    if (part.contentType === 'text/rtf') return readRtf(part.body)?.text ?? this.readText(part)
    const text = this.readText(part)
    return rarelyUnderstood.test(part.contentType) ? plainFromMarkup(text) : text
  }

  private bestOf(alternatives: readonly MessagePart[]): MessageBody[] {
    const read = alternatives.map((alternative) => ({
      ...joined(this.piecesOf(alternative)),
      isUnderstood: !otherText.test(alternative.contentType),
    }))
    const texts = read.filter(({ text }) => text !== null)
    const piece: MessageBody = {
      html: read.findLast(({ html }) => html !== null)?.html ?? null,
      text: (texts.findLast(({ isUnderstood }) => isUnderstood) ?? texts.at(-1))?.text ?? null,
    }
    return piece.html === null && piece.text === null ? [] : [piece]
  }

  private piecesOfRelated(part: MessagePart): MessageBody[] {
    const children = part.parts.map((child) => ({ child, pieces: this.piecesOf(child) }))
    const withPieces = children.filter(({ pieces }) => pieces.length > 0)
    // RFC 2387 §3.2: `start` names the root; otherwise it is the first part.
    const main =
      withPieces.find(({ child }) => part.start !== null && child.contentId === part.start) ?? withPieces[0]
    // Also shows parts to which the root cannot refer.
    const others = withPieces.filter(
      ({ child }) => child !== main?.child && child.contentId === null && child.contentLocation === null,
    )
    return main ? [main, ...others].flatMap(({ pieces }) => pieces) : []
  }
}

/** RFC 6047 §2.4: as in the calendar, where some senders leave it out. */
const methodOf = (part: MessagePart): string =>
  readHeaderValue(part.header('content-type'), null).parameters.get('method') ?? ''

function partition<Item>(items: readonly Item[], test: (item: Item) => boolean): [Item[], Item[]] {
  return [items.filter(test), items.filter((item) => !test(item))]
}

/** HTML when any piece has HTML, text when every piece has text. */
function joined(pieces: readonly MessageBody[]): MessageBody {
  return {
    html: pieces.some(({ html }) => html !== null)
      ? inLines(pieces.map(({ html, text }) => html ?? htmlFromText(text ?? '')))
      : null,
    text:
      pieces.length > 0 && pieces.every(({ text }) => text !== null)
        ? inLines(pieces.map(({ text }) => text ?? ''))
        : null,
  }
}

/** `join` would copy the body at each of the alternatives around it; a sum keeps both strings until it is read. */
const inLines = ([first = '', ...others]: readonly string[]): string =>
  others.reduce((sum, text) => `${sum}\n${text}`, first)

/** Of a header field. No real one is longer. */
const maxFieldLength = 10_000

/** Engineering default: what most clients put above a forwarded message. */
function embeddedHeader(message: MessagePart): MessageBody {
  const lines = ['From', 'Subject', 'Date', 'To'].flatMap((name) => {
    const value = decodeHeaderText(message.header(name).slice(0, maxFieldLength), message.charset)
    return value === '' ? [] : [`${name}: ${value}`]
  })
  return { html: null, text: `\n${lines.join('\n')}\n` }
}
