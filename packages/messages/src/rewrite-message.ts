import { isStyleSheet } from '@pas/email-clients/references/is-style-sheet'
import { missingReference } from '@pas/email-clients/references/resolve-reference'
import {
  rewriteReferences,
  rewriteStyleSheet,
  type AddressRules,
} from '@pas/email-clients/references/rewrite-references'
import { bodyOf, encodeBody } from './decode-transfer'
import { locationsOf, type ContentLocations } from './content-locations'
import { editableText } from './editable-text'
import { isHtml } from './message-body'
import { charsetOf } from './part-charset'
import { isMessage, type MessagePart } from './message-part'
import { readTnef } from './read-tnef'
import { withTnefProperty } from './rewrite-tnef'
import { splitMessage } from './split-message'

/**
 * The message with the web addresses of its HTML and its style sheets replaced, also in messages that are attached:
 * `assetUrl` returns null for what is not to load. Every other byte stays, and so does what is within CMS. Throws an
 * `UnreadableMessageError` when it exceeds a limit, so that no address is left. Linear time.
 */
export function rewriteMessage(message: Buffer, assetUrl: (url: string) => string | null): Buffer {
  const replace = (url: string): string => assetUrl(url) ?? missingReference
  return rewriteEntity(message, splitMessage(message, { opensAttached: true }), replace)
}

type Replace = AddressRules['replace']

interface Edit {
  start: number
  end: number
  bytes: Buffer
}

function rewriteEntity(raw: Buffer, root: MessagePart, replace: Replace): Buffer {
  const edits: Edit[] = []
  const waiting = [{ part: root, locations: locationsOf(root) }]
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { part, locations } = next
    const body = rewrittenBody(part, locations, replace)
    if (body !== null)
      edits.push({
        start: part.rawStart,
        end: part.rawStart + part.raw.length,
        bytes: encodeBody(body, part.encoding),
      })
    else if (part.wrapped === null)
      for (const child of part.parts)
        waiting.push({ part: child, locations: isMessage(part) ? locationsOf(child) : locations })
  }
  return spliceBytes(raw, edits)
}

/** Null when nothing changes. */
function rewrittenBody(
  part: MessagePart,
  locations: ContentLocations<true>,
  replace: Replace,
): Buffer | null {
  if (part.wrapped === 'message') return rewrittenMessage(part, replace)
  if (part.wrapped === 'tnef') return rewrittenTnef(part, replace)
  if (part.parts.length > 0) return null
  const isCss = isStyleSheet(part)
  if (!isCss && !isHtml(part)) return null
  const { valueOf } = locations.seenFrom(part.contentLocation)
  const { text, shown, encode } = editableText({ bytes: part.body, charset: charsetOf(part) })
  const rules: AddressRules = { replace, shown, isKept: (address) => valueOf(address) === true }
  const changed = isCss ? rewriteStyleSheet(text, rules) : rewriteReferences(text, rules)
  return changed === text ? null : encode(changed)
}

/** One that has a transfer encoding. */
function rewrittenMessage(part: MessagePart, replace: Replace): Buffer | null {
  const [root] = part.parts
  const inner = bodyOf(part)
  const rewritten = root ? rewriteEntity(inner, root, replace) : inner
  return rewritten === inner ? null : rewritten
}

/** Roundcube shows its HTML, but none that is within RTF. */
function rewrittenTnef(part: MessagePart, replace: Replace): Buffer | null {
  const tnef = bodyOf(part)
  const sent = readTnef(tnef)?.html?.bytes
  const html = part.parts.find((child) => isHtml(child) && !child.isAttachment)
  const changed = sent && html ? rewrittenBody(html, locationsOf(html), replace) : null
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
