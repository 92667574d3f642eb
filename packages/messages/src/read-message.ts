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
import { unflowText } from './unflow-text'

/** A whole message, as the members that `POST /emails` otherwise gets one by one, and the assets in it. */
export interface ReadMessage {
  htmlText: string | null
  plainText: string | null
  subject: string | null
  fromAddress: string | null
  fromDisplayName: string | null
  /** Attached pictures that nothing in the message refers to; clients show them below it. */
  attachedImages: AttachedImage[]
  /**
   * The URLs of `attachedImages`, then the references that `findReferences` finds in the HTML: at most
   * `atMostReferences` that clients load, and at most as many dead ones, which no client of ours loads.
   */
  references: PlacedReference[]
  structure: MessageStructure
  /** The message's parts that the HTML, a style sheet or `attachedImages` refers to. */
  assets: { url: string; contentType: string; body: Uint8Array }[]
}

/** A reference of an email; `where` is null for an attached picture, which the HTML does not refer to. */
export type PlacedReference = Omit<FoundReference, 'where'> & { where: FoundReference['where'] | null }

/** Characters of a header that are read, before decoding. No real subject or name is longer. */
const maxHeaderLength = 10_000

/** The base of relative Content-Locations when the message names none, for RFC 2557 §5's `thismessage:/`. */
const ownBase = 'http://thismessage.invalid/'

/**
 * Reads a MIME message, with at most `atMostReferences` references. Rejects with an `UnreadableMessageError` when it
 * has no content or exceeds a limit. Time and memory are linear in the message's length.
 */
export async function readMessage(
  bytes: Uint8Array<ArrayBuffer>,
  atMostReferences: number,
): Promise<ReadMessage> {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const root = await splitMessage(raw)
  const { assets, images } = messageAssets(root)
  const body = messageBody(root, (part) => {
    const text = textOf(part)
    return isHtml(part) ? withOwnLocations(text, part.contentLocation, assets) : text
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
      atMostReferences,
    ),
    assets: assets
      .filter(({ url }) => shown.has(url))
      .map(({ url, contentType, body: content }) => ({ url, contentType, body: content })),
  }
}

/** The first `atMost` references that clients load, and the first `atMost` dead ones. */
function firstReferences(references: readonly PlacedReference[], atMost: number): PlacedReference[] {
  const counts = { loaded: 0, dead: 0 }
  return references.filter(({ dead }) => counts[dead === null ? 'loaded' : 'dead']++ < atMost)
}

function textOf(part: MessagePart): string {
  const charset = part.charset ?? (isHtml(part) ? htmlCharset(part.body) : null)
  const text = decodeText({ bytes: part.body, charset })
  return part.flowed === 'no' || isHtml(part) ? text : unflowText(text, part.flowed === 'delsp')
}

/** The charset in the HTML's `meta` (WHATWG HTML, "prescan a byte stream"), for a part whose header names none. */
const htmlCharset = (body: Buffer): string | null =>
  /<meta[^>]{1,200}charset\s*=\s*(?:["']\s*)?([\w:.-]+)/i.exec(
    body.subarray(0, 4_096).toString('latin1'),
  )?.[1] ?? null

/** Replaces references by Content-Location (RFC 2557) by references by Content-ID. `location` is the part's own. */
function withOwnLocations(html: string, location: string | null, assets: readonly MessageAsset[]): string {
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

function envelopeOf(root: MessagePart): Pick<ReadMessage, 'subject' | 'fromAddress' | 'fromDisplayName'> {
  const subject = decodeWords(root.header('subject').slice(0, maxHeaderLength))
  const [from] = addressParser(root.header('from').slice(0, maxHeaderLength), { flatten: true })
  return {
    subject: unlessEmpty(subject),
    fromAddress: unlessEmpty(from?.address),
    fromDisplayName: unlessEmpty(from?.name),
  }
}

const unlessEmpty = (text: string | undefined): string | null =>
  text === undefined || text === '' ? null : text
