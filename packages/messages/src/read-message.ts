import type { AttachedImage, Attachment } from '@pas/email-clients/engine/emulated-document'
import { findCssReferences } from '@pas/email-clients/references/css-references'
import { findReferences, type FoundReference } from '@pas/email-clients/references/find-references'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { replaceReferences } from '@pas/email-clients/references/replace-references'
import { ContentLocations } from './content-locations'
import { byteOrderMark, decodeText } from './decode-text'
import { messageAttachments } from './message-attachments'
import { messageAssets } from './message-assets'
import { isHtml, isInvitation, messageBody } from './message-body'
import { charsetOf } from './part-charset'
import { readEnvelope } from './read-envelope'
import { structureOf, type MessageStructure } from './message-structure'
import type { MessagePart } from './message-part'
import { splitMessage } from './split-message'
import { UnreadableMessageError } from './unreadable-message-error'

/** The members that `POST /emails` otherwise gets one by one, and the assets. */
export interface ReadMessage {
  htmlText: string | null
  plainText: string | null
  subject: string | null
  fromAddress: string | null
  fromDisplayName: string | null
  /** Addresses of `To`, `Cc` and `Bcc`, in lower case. */
  recipients: string[]
  /** Pictures that nothing refers to; clients show them below the message. */
  attachedImages: AttachedImage[]
  /** What clients list by name and size. */
  attachments: Attachment[]
  /** Whether the HTML, or the HTML of an alternative, is within a signature, as `multipart/signed` or CMS. */
  signature: 'multipart' | 'cms' | null
  /**
   * The URLs of `attachedImages`, then those of `findReferences`: at most `maxReferences` that clients load, and as
   * many dead ones.
   */
  references: PlacedReference[]
  structure: MessageStructure
  /** Parts that the HTML, a style sheet or `attachedImages` refers to. */
  assets: { url: string; contentType: string; body: Uint8Array }[]
}

export type PlacedReference = Omit<FoundReference, 'where'> & { where: FoundReference['where'] | null }

/** The first bytes of a compound file, which a `.msg` is ([MS-CFB] §2.2). */
const compoundFile = Buffer.from('d0cf11e0a1b11ae1', 'hex')
const outlookItem =
  'it is an Outlook item (.msg), which is no MIME message: export it as .eml, for example by forwarding it as an attachment, or send what "View source" shows'

/**
 * Throws an `UnreadableMessageError` when the message is empty, no MIME, or exceeds a limit. Time and memory are linear.
 */
export function readMessage(bytes: Uint8Array<ArrayBuffer>, maxReferences: number): ReadMessage {
  const raw = withoutUtf16(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  if (raw.subarray(0, compoundFile.length).equals(compoundFile)) throw new UnreadableMessageError(outlookItem)
  const root = splitMessage(raw)
  const { assets, images } = messageAssets(root)
  const located = assets.filter(({ contentLocation }) => contentLocation !== null)
  const locations = new ContentLocations(
    located.map(({ contentLocation, url }) => [contentLocation, cidAddress(url)] as const),
  )
  const body = messageBody(root, (part) => {
    const text = textOf(part)
    if (!isHtml(part) || located.length === 0) return text
    return replaceLocations(text, part.contentLocation, locations)
  })

  const inHtml = body.html === null ? [] : findReferences(body.html)
  const inCss = assets
    .filter(isStyleSheet)
    .flatMap(({ body: css, url }) => findCssReferences(css.toString('latin1'), url))
  const referred = new Set([...inHtml.map(({ url }) => url), ...inCss])
  const attachedImages = images.filter(({ url }) => !referred.has(url))
  const shown = new Set([...referred, ...attachedImages.map(({ url }) => url)])
  const shownParts = new Set(assets.flatMap(({ url, part }) => (shown.has(url) ? [part] : [])))
  return {
    htmlText: body.html,
    plainText: body.text,
    ...readEnvelope(root),
    structure: structureOf(raw, root),
    attachedImages,
    attachments: messageAttachments(root, {
      isShown: (part) => shownParts.has(part),
      isRead: (part) => body.invitations.has(part),
    }),
    signature: signatureAround(root),
    references: firstReferences(
      [...attachedImages.map(({ url }) => ({ url, dead: null, where: null })), ...inHtml],
      maxReferences,
    ),
    assets: assets
      .filter(({ url }) => shown.has(url))
      .map(({ url, contentType, body: content }) => ({ url, contentType, body: content })),
  }
}

/** Editors save a message so; its characters are in UTF-8 then. */
const withoutUtf16 = (raw: Buffer): Buffer =>
  byteOrderMark(raw)?.startsWith('utf-16') ? Buffer.from(decodeText({ bytes: raw, charset: null })) : raw

const cidAddress = (url: string): string => `cid:${encodeURIComponent(url.slice('cid:'.length))}`

/** The outermost around HTML. */
function signatureAround(part: MessagePart): ReadMessage['signature'] {
  const signature =
    part.wrapped === 'cms' ? 'cms' : part.contentType === 'multipart/signed' ? 'multipart' : null
  if (signature !== null) return hasHtml(part) ? signature : null
  for (const child of part.parts) {
    const found = signatureAround(child)
    if (found !== null) return found
  }
  return null
}

const hasHtml = (part: MessagePart): boolean =>
  (isHtml(part) && !part.isAttachment) || part.parts.some(hasHtml)

function firstReferences(references: readonly PlacedReference[], max: number): PlacedReference[] {
  const counts = { loaded: 0, dead: 0 }
  return references.filter(({ dead }) => counts[dead === null ? 'loaded' : 'dead']++ < max)
}

function textOf(part: MessagePart): string {
  const bytes = isInvitation(part) ? unfoldBytes(part.body) : part.body
  const text = decodeText({ bytes, charset: charsetOf(part) })
  return part.flowed === 'no' || isHtml(part) ? text : unflowText(text, part.flowed === 'delsp')
}

/** RFC 5545 §3.1: a line may be folded within a character. */
const unfoldBytes = (body: Buffer): Buffer =>
  Buffer.from(body.toString('latin1').replace(/\r?(?:\r\n|\r|\n)[ \t]/g, ''), 'latin1')

/** Replaces Content-Locations by Content-IDs. `location`: that of this HTML. */
function replaceLocations(
  html: string,
  location: string | null,
  locations: ContentLocations<string>,
): string {
  const { base, valueOf } = locations.seenFrom(location)
  return replaceReferences(html, base, (url) => valueOf(url) ?? null)
}

/**
 * RFC 3676 §4: a line that ends in a blank continues on the next of its quoting depth, except `-- `. With
 * `deletesSpace` (DelSp=yes), that blank is not text.
 */
function unflowText(text: string, deletesSpace: boolean): string {
  const lines: string[] = []
  let paragraph: { depth: number; pieces: string[] } | null = null
  const endParagraph = (): void => {
    if (paragraph) lines.push(quoted(paragraph.depth, paragraph.pieces.join('')))
    paragraph = null
  }
  for (const line of text.split(/\r?\n/)) {
    const depth = /^>*/.exec(line)?.[0].length ?? 0
    const unquoted = line.slice(depth)
    const content = unquoted.startsWith(' ') ? unquoted.slice(1) : unquoted
    const goesOn: boolean = content.endsWith(' ') && content !== '-- '
    if (paragraph && (paragraph.depth !== depth || content === '-- ')) endParagraph()
    paragraph ??= { depth, pieces: [] }
    paragraph.pieces.push(goesOn && deletesSpace ? content.slice(0, -1) : content)
    if (!goesOn) endParagraph()
  }
  endParagraph()
  return lines.join('\n')
}

const quoted = (depth: number, content: string): string =>
  depth === 0 ? content : `${'>'.repeat(depth)} ${content}`
