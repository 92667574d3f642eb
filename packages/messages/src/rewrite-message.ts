import { rewriteReferences } from '@pas/email-clients/references/rewrite-references'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import { bodyOf, encodeBody } from './decode-transfer'
import { locationsOf, type ContentLocations } from './content-locations'
import { decodeText, encodeText } from './decode-text'
import { isHtml } from './message-body'
import { charsetOf } from './read-message'
import type { MessagePart } from './message-part'
import { splitMessage } from './split-message'
import { UnreadableMessageError } from './unreadable-message-error'

/**
 * The message with the web addresses of its HTML replaced: `assetUrl` returns null for what is not to load. Every other
 * byte stays, and so does what is within CMS or TNEF. Throws as `readMessage` does. Linear time.
 */
export function rewriteMessage(message: Buffer, assetUrl: (url: string) => string | null): Buffer {
  return rewriteEntity(message, splitMessage(message), { assetUrl, depth: 0 })
}

/** Messages that are attached in one another; the rest stays as it is. */
const maxDepth = 10

interface Rewriting {
  assetUrl: (url: string) => string | null
  depth: number
}

interface Edit {
  start: number
  end: number
  bytes: Buffer
}

function rewriteEntity(raw: Buffer, root: MessagePart, rewriting: Rewriting): Buffer {
  const edits: Edit[] = []
  const locations = locationsOf(root)
  const waiting = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.wrapped === null) waiting.push(...part.parts.toReversed())
    const body = rewrittenBody(part, locations, rewriting)
    if (body === null) continue
    const { rawStart: start } = part
    edits.push({ start, end: start + part.raw.length, bytes: encodeBody(body, part.encoding) })
  }
  return spliceBytes(raw, edits)
}

/** Null when nothing changes. */
function rewrittenBody(
  part: MessagePart,
  locations: ContentLocations<true>,
  rewriting: Rewriting,
): Buffer | null {
  if (part.parts.length > 0 && part.wrapped !== 'message') return null
  if (part.contentType === 'message/rfc822') return rewrittenMessage(part, rewriting)
  if (!isHtml(part)) return null
  const { valueOf } = locations.seenFrom(part.contentLocation)
  const isOfPart = (address: string): boolean => valueOf(address) === true
  const replace = (html: string): string =>
    rewriteReferences(html, (url) => rewriting.assetUrl(url) ?? missingReference, isOfPart)
  const charset = charsetOf(part)
  const text = decodeText({ bytes: part.body, charset })
  const isReversible = encodeText(text, charset)?.equals(part.body) === true
  // Otherwise each byte is taken for a character: addresses of ASCII are found in nearly all charsets.
  const [html, encode] = isReversible
    ? [text, (changed: string) => encodeText(changed, charset)]
    : [part.body.toString('latin1'), (changed: string) => Buffer.from(changed, 'latin1')]
  const changed = replace(html)
  return changed === html ? null : encode(changed)
}

/** One that is attached, or has a transfer encoding. */
function rewrittenMessage(part: MessagePart, { assetUrl, depth }: Rewriting): Buffer | null {
  const inner = bodyOf(part)
  const root = depth < maxDepth ? (part.parts[0] ?? splitUnlessOverLimits(inner)) : null
  if (!root) return null
  const rewritten = rewriteEntity(inner, root, { assetUrl, depth: depth + 1 })
  return rewritten.equals(inner) ? null : rewritten
}

function splitUnlessOverLimits(inner: Buffer): MessagePart | null {
  try {
    return splitMessage(inner)
  } catch (error) {
    if (error instanceof UnreadableMessageError) return null
    throw error
  }
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
