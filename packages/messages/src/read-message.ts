import type { AttachedImage } from '@pas/email-clients/engine/emulated-document'
import { findCssReferences } from '@pas/email-clients/references/css-references'
import { findReferences } from '@pas/email-clients/references/find-references'
import { replaceReferences } from '@pas/email-clients/references/replace-references'
import { addressParser, decodeWords } from 'postal-mime'
import { decodeText } from './decode-text'
import { messageAssets, type MessageAsset } from './message-assets'
import { isHtml, messageBody } from './message-body'
import { splitMessage, UnreadableMessageError, type MessagePart } from './split-message'
import { unflowText } from './unflow-text'

/** A whole message, read: what `POST /emails` would have been given in single members, and what the message brings itself. */
export interface ReadMessage {
  htmlText: string | null
  plainText: string | null
  subject: string | null
  fromAddress: string | null
  fromDisplayName: string | null
  /** Pictures that nothing refers to. */
  attachedImages: AttachedImage[]
  /** As `findReferences` finds them in the HTML; the pictures of `attachedImages` first. */
  references: string[]
  /** The parts that `references` may name. */
  assets: { url: string; contentType: string; body: Uint8Array }[]
}

/** Longer ones are no subject and no name. */
const maxHeaderLength = 10_000

/** Stands in for the base that relative locations have when the message names none (RFC 2557 §5 says `thismessage:/`). */
const ownBase = 'http://thismessage.invalid/'

/** A message as bytes, which go from thread to thread without being copied. */
export interface MessageBytes {
  bytes: Uint8Array<ArrayBuffer>
  /** It was text when it came, and these are its UTF-8: what stands in it bare is text whatever charset its part names. */
  isDecoded: boolean
}

/**
 * The bytes of a message that JSON carried as a string: its characters when all of them fit into one; a string with any other was decoded
 * by the sender.
 */
export function messageBytes(raw: string): MessageBytes {
  const isDecoded = /[^\0-\xff]/.test(raw)
  const encoding = isDecoded ? 'utf8' : 'latin1'
  // Not out of the pool that small buffers share: its memory cannot change threads.
  const bytes = Buffer.allocUnsafeSlow(Buffer.byteLength(raw, encoding))
  bytes.write(raw, encoding)
  return { bytes, isDecoded }
}

/** Rejects with an `UnreadableMessageError`. Time and memory are linear in the message's length. */
export async function readMessage(
  { bytes, isDecoded }: MessageBytes,
  atMostReferences: number,
): Promise<ReadMessage> {
  const root = await splitMessage(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
  const { assets, images } = messageAssets(root)
  const body = messageBody(root, (part) => {
    const text = textOf(part, isDecoded)
    return isHtml(part) ? withOwnLocations(text, part.contentLocation, assets) : text
  })

  const inHtml = body.html === null ? [] : findReferences(body.html)
  const inCss = assets.flatMap(({ contentType, body: css, url }) =>
    contentType.startsWith('text/css') ? findCssReferences(css.toString('latin1'), url) : [],
  )
  const referred = new Set([...inHtml, ...inCss])
  const attachedImages = images.filter(({ url }) => !referred.has(url))
  const shown = new Set([...referred, ...attachedImages.map(({ url }) => url)])
  if (body.html === null && body.text === null && attachedImages.length === 0)
    throw new UnreadableMessageError('it has no content: neither HTML, text nor a picture')
  return {
    htmlText: body.html,
    plainText: body.text,
    ...envelopeOf(root),
    attachedImages,
    references: [...attachedImages.map(({ url }) => url), ...inHtml].slice(0, atMostReferences),
    assets: assets
      .filter(({ url }) => shown.has(url))
      .map(({ url, contentType, body: content }) => ({ url, contentType, body: content })),
  }
}

function textOf(part: MessagePart, isDecoded: boolean): string {
  const charset = part.charset ?? (isHtml(part) ? htmlCharset(part.body) : null)
  const text = decodeText({ bytes: part.body, charset, isDecoded: isDecoded && part.isBare })
  return part.flowed === 'no' || isHtml(part) ? text : unflowText(text, part.flowed === 'delsp')
}

/** What the HTML says of itself (WHATWG HTML, "prescan a byte stream"): counts when its part says nothing. */
const htmlCharset = (body: Buffer): string | null =>
  /<meta[^>]{1,200}charset\s*=\s*["']?\s*([\w:.-]+)/i.exec(body.subarray(0, 4_096).toString('latin1'))?.[1] ??
  null

/** The HTML with references to parts by their Content-Location (RFC 2557) as references by Content-ID. */
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
