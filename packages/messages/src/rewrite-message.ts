import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import {
  rewriteReferences,
  rewriteStyleSheet,
  type AddressRules,
} from '@pas/email-clients/references/rewrite-references'
import { bodyOf, encodeBody, isReadAlike } from './decode-transfer'
import { rewriteText } from './editable-text'
import { isFormattedText, isHtml } from './message-body'
import { charsetOf } from './part-charset'
import { isMessage, type MessagePart } from './message-part'
import { OwnParts } from './own-parts'
import { plainRichText } from './plain-rich-text'
import { readTnef } from './read-tnef'
import { withTnefProperty } from './rewrite-tnef'
import { splitMessage } from './split-message'

/**
 * The message with the web addresses of its HTML and its style sheets replaced, also in messages that are attached:
 * `assetUrl` returns null for what is not to load. Every other byte stays, but for what clients decode differently, and
 * so does what is within CMS. Throws an `UnreadableMessageError` rather than leave an address. Linear time.
 */
export function rewriteMessage(message: Buffer, assetUrl: (url: string) => string | null): Buffer {
  // What was rewritten is looked at once more, until nothing changes.
  const written = new Set([missingReference])
  const replace = (url: string): string => {
    if (written.has(url)) return url
    const ours = assetUrl(url) ?? missingReference
    written.add(ours)
    return ours
  }
  return rewriteEntity(message, splitMessage(message, { opensAttached: true }), replace)
}

type Replace = AddressRules['replace']

interface Edit {
  start: number
  end: number
  bytes: Buffer
}

interface Place {
  part: MessagePart
  ownParts: OwnParts
  /** The innermost multipart of that type around the part. */
  related: MessagePart | null
}

const placeOfMessage = (part: MessagePart): Place => ({ part, ownParts: new OwnParts(part), related: null })

function rewriteEntity(raw: Buffer, root: MessagePart, replace: Replace): Buffer {
  const edits: Edit[] = []
  const waiting = [placeOfMessage(root)]
  for (let place = waiting.pop(); place; place = waiting.pop()) {
    const { part, ownParts, related } = place
    const body = rewrittenBody(place, replace)
    if (body !== null)
      edits.push({
        start: part.rawStart,
        end: part.rawStart + part.raw.length,
        bytes: encodeBody(body, part.encoding),
      })
    else if (part.wrapped === null)
      for (const child of part.parts)
        waiting.push(
          isMessage(part)
            ? placeOfMessage(child)
            : { part: child, ownParts, related: part.contentType === 'multipart/related' ? part : related },
        )
  }
  return spliceBytes(raw, edits)
}

/** Null when nothing changes. */
function rewrittenBody(place: Place, replace: Replace): Buffer | null {
  const { part } = place
  if (part.wrapped === 'message') return unlessAsSent(part, rewrittenMessage(part, replace))
  if (part.wrapped === 'tnef') return rewrittenTnef(part, replace)
  if (part.parts.length > 0) return null
  const rewrite = rewriterOf(place, replace)
  if (rewrite === null) return null
  return unlessAsSent(part, rewriteText({ bytes: part.body, charset: charsetOf(part) }, rewrite))
}

/** What clients decode differently is written so that all have the same bytes. */
const unlessAsSent = ({ body, raw, encoding, wrapped }: MessagePart, changed: Buffer): Buffer | null =>
  changed.equals(wrapped === null ? body : bodyOf({ raw, encoding })) && isReadAlike({ raw, encoding })
    ? null
    : changed

type Shown = AddressRules['shown']

function rewriterOf(
  { part, ownParts, related }: Place,
  replace: Replace,
): ((text: string, shown: Shown) => string) | null {
  const rules = (shown: Shown): AddressRules => ({
    replace,
    shown,
    partOf: (address, base) => ownParts.partOf(address, base, part, related),
  })
  if (isStyleSheet(part)) return (text, shown) => rewriteStyleSheet(text, rules(shown))
  if (isHtml(part)) return (text, shown) => rewriteReferences(text, rules(shown))
  return isFormattedText(part) ? plainRichText : null
}

/** One that has a transfer encoding. */
function rewrittenMessage(part: MessagePart, replace: Replace): Buffer {
  const [root] = part.parts
  const inner = bodyOf(part)
  return root ? rewriteEntity(inner, root, replace) : inner
}

/** Roundcube shows its HTML, but none that is within RTF. */
function rewrittenTnef(part: MessagePart, replace: Replace): Buffer | null {
  const tnef = bodyOf(part)
  const sent = readTnef(tnef)?.html?.bytes
  const html = part.parts.find((child) => isHtml(child) && !child.isAttachment)
  const changed = sent && html ? rewrittenBody(placeOfMessage(html), replace) : null
  if (!sent || !changed) return null
  const offset = sent.byteOffset - tnef.byteOffset
  return withTnefProperty(tnef, { offset, length: sent.length }, changed)
}

function spliceBytes(raw: Buffer, edits: readonly Edit[]): Buffer {
  if (edits.length === 0) return raw
  const pieces: Buffer[] = []
  let at = 0
  for (const { start, end, bytes } of edits.toSorted((one, other) => one.start - other.start)) {
    pieces.push(raw.subarray(at, start), bytes)
    at = end
  }
  return Buffer.concat([...pieces, raw.subarray(at)])
}
