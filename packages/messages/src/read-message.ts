import type { AttachedImage } from '@pas/email-clients/engine/emulated-document'
import { findCssReferences } from '@pas/email-clients/references/css-references'
import { findReferences, type FoundReference } from '@pas/email-clients/references/find-references'
import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { replaceReferences } from '@pas/email-clients/references/replace-references'
import { addressParser, decodeWords } from 'postal-mime'
import { decodeText } from './decode-text'
import { messageAssets, type MessageAsset } from './message-assets'
import { isHtml, messageBody } from './message-body'
import { structureOf, type MessageStructure } from './message-structure'
import { splitMessage, type MessagePart } from './split-message'
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

/** Read before decoding. No real subject or name is longer. */
const maxHeaderLength = 10_000

/** The base of relative Content-Locations, for RFC 2557 §5's `thismessage:/`. */
const ownBase = 'http://thismessage.invalid/'

/**
 * Rejects with an `UnreadableMessageError` when the message has no content or exceeds a limit. Time and memory are
 * linear.
 */
export async function readMessage(
  bytes: Uint8Array<ArrayBuffer>,
  maxReferences: number,
): Promise<ReadMessage> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const root = await splitMessage(raw)
  const { assets, images } = messageAssets(root)
  const body = messageBody(root, (part) => {
    const text = textOf(part)
    return isHtml(part) ? replaceLocations(text, part.contentLocation, assets) : text
  })

  const inHtml = body.html === null ? [] : findReferences(body.html)
  const inCss = assets
    .filter(isStyleSheet)
    .flatMap(({ body: css, url }) => findCssReferences(css.toString('latin1'), url))
  const referred = new Set([...inHtml.map(({ url }) => url), ...inCss])
  const attachedImages = images.filter(({ url }) => !referred.has(url))
  const shown = new Set([...referred, ...attachedImages.map(({ url }) => url)])
  if (body.html === null && body.text === null && attachedImages.length === 0)
    throw new UnreadableMessageError('it has no content: neither HTML, text nor a picture')
  return {
    htmlText: body.html,
    plainText: body.text,
    ...envelopeOf(root),
    structure: structureOf(raw, root),
    attachedImages,
    references: firstReferences(
      [...attachedImages.map(({ url }) => ({ url, dead: null, where: null })), ...inHtml],
      maxReferences,
    ),
    assets: assets
      .filter(({ url }) => shown.has(url))
      .map(({ url, contentType, body: content }) => ({ url, contentType, body: content })),
  }
}

function firstReferences(references: readonly PlacedReference[], max: number): PlacedReference[] {
  const counts = { loaded: 0, dead: 0 }
  return references.filter(({ dead }) => counts[dead === null ? 'loaded' : 'dead']++ < max)
}

function textOf(part: MessagePart): string {
  const charset = part.charset ?? (isHtml(part) ? htmlCharset(part.body) : null)
  const text = decodeText({ bytes: part.body, charset })
  return part.flowed === 'no' || isHtml(part) ? text : unflowText(text, part.flowed === 'delsp')
}

/** WHATWG HTML, "prescan a byte stream"; for a part whose header names no charset. */
const htmlCharset = (body: Buffer): string | null =>
  /<meta[^>]{1,200}charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(
    body.subarray(0, 4_096).toString('latin1'),
  )?.[1] ?? null

/** Replaces Content-Locations (RFC 2557) by Content-IDs. `location`: that of this HTML. */
function replaceLocations(html: string, location: string | null, assets: readonly MessageAsset[]): string {
  const base = location !== null && /^https?:/i.test(location) && URL.canParse(location) ? location : ownBase
  const urlByLocation = new Map(
    assets.flatMap(({ contentLocation, url }) =>
      contentLocation !== null && URL.canParse(contentLocation, base)
        ? [[new URL(contentLocation, base).href, `cid:${encodeURIComponent(url.slice('cid:'.length))}`]]
        : [],
    ),
  )
  return urlByLocation.size === 0
    ? html
    : replaceReferences(html, base, (url) => urlByLocation.get(url) ?? null)
}

/** As many as an SMTP session may name (RFC 5321 §4.5.3.1.8). */
const maxRecipients = 100

function envelopeOf(
  root: MessagePart,
): Pick<ReadMessage, 'subject' | 'fromAddress' | 'fromDisplayName' | 'recipients'> {
  const subject = decodeWords(root.header('subject').slice(0, maxHeaderLength))
  const [from] = addressParser(root.header('from').slice(0, maxHeaderLength), { flatten: true })
  const recipients = ['to', 'cc', 'bcc'].flatMap((name) =>
    addressParser(root.header(name).slice(0, maxHeaderLength), { flatten: true }).flatMap(({ address }) =>
      address ? [address.toLowerCase()] : [],
    ),
  )
  return {
    recipients: [...new Set(recipients)].slice(0, maxRecipients),
    subject: unlessEmpty(subject),
    fromAddress: unlessEmpty(from?.address),
    fromDisplayName: unlessEmpty(from?.name),
  }
}

const unlessEmpty = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text

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
