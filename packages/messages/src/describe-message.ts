import { decodeHeaderText } from './decode-header-text'
import { decodeText } from './decode-text'
import type { MessagePart } from './message-part'
import { splitMessage } from './split-message'

/** A message as it came, for people who look for what went wrong on its way. */
export interface DescribedMessage {
  bytes: number
  /** In the order of the message. A line that is no field has an empty name. */
  header: HeaderField[]
  /** Fields beyond the limits. */
  fieldsLeftOut: number
  /** The first part that is plain text and not attached. */
  text: string | null
  /** Characters beyond the limit. */
  textLeftOut: number
  structure: DescribedPart
  /** Parts too deep to be listed. */
  partsLeftOut: number
}

export interface HeaderField {
  name: string
  /** Unfolded and decoded (RFC 2047). */
  value: string
  /** As it was sent, with its name and its line ends inside. */
  raw: string
  /** Of the whole field, which may be longer than what is listed of it. */
  bytes: number
}

export interface DescribedPart {
  contentType: string
  charset: string | null
  /** Lower case, without parameters (RFC 2183). */
  disposition: string | null
  fileName: string | null
  contentId: string | null
  /** Without transfer encoding; null for a part that has parts. */
  bytes: number | null
  parts: DescribedPart[]
}

/** Far above real messages. */
const maxHeaderBytes = 256 * 1024
const maxFields = 500
const maxFieldBytes = 10_000
const maxTextLength = 100_000
const maxNameLength = 998
/** So that what reads the description may recurse. */
const maxDepth = 30

/** Throws as `splitMessage`. Time and memory are linear. */
export function describeMessage(bytes: Uint8Array): DescribedMessage {
  const raw = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  const root = splitMessage(raw)
  const fields = fieldsOf(raw)
  const text = textOf(root)
  return {
    bytes: raw.length,
    header: fields.slice(0, maxFields).map((field) => headerField(field, root.charset)),
    fieldsLeftOut: Math.max(0, fields.length - maxFields),
    text: text?.slice(0, maxTextLength) ?? null,
    textLeftOut: Math.max(0, (text?.length ?? 0) - maxTextLength),
    ...structureOf(root),
  }
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Until the empty line. A field goes on in lines that begin with a blank (RFC 5322 §2.2.3). */
function fieldsOf(raw: Buffer): Buffer[] {
  const head = raw.subarray(raw.subarray(0, 3).equals(byteOrderMark) ? 3 : 0, maxHeaderBytes)
  const fields: Buffer[] = []
  let fieldStart = 0
  for (let start = 0; start < head.length;) {
    const end = head.indexOf(lineFeed, start)
    const next = end < 0 ? head.length : end + 1
    const first = head[start]
    const isFolded = first === 0x20 || first === 0x09
    if (start > fieldStart && !isFolded) {
      fields.push(head.subarray(fieldStart, start))
      fieldStart = start
    }
    if (first === lineFeed || (first === carriageReturn && head[start + 1] === lineFeed)) return fields
    start = next
  }
  if (fieldStart < head.length) fields.push(head.subarray(fieldStart))
  return fields
}

const byteOrderMark = Buffer.from('\ufeff')

/** Bytes beyond ASCII are in the message's `charset`. */
function headerField(field: Buffer, charset: string | null): HeaderField {
  const shown = field.subarray(0, maxFieldBytes)
  const raw = decodeText({ bytes: shown, charset }).replace(/\r?\n$/, '')
  // RFC 5322 §2.2, and §4.5 for blanks before the colon.
  const [start, name] = /^([!-9;-~]{1,998})[ \t]*:/.exec(raw) ?? ['', '']
  return {
    name: name ?? '',
    value: decodeHeaderText(unfolded(shown.subarray(start.length)), charset).trim(),
    raw,
    bytes: field.length,
  }
}

const unfolded = (value: Buffer): string => value.toString('latin1').replace(/\r?\n(?=[ \t])/g, '')

function textOf(root: MessagePart): string | null {
  const part = findLeaf(
    root,
    ({ contentType, isAttachment }) => contentType === 'text/plain' && !isAttachment,
  )
  return part && decodeText({ bytes: part.body, charset: part.charset })
}

function findLeaf(root: MessagePart, isWanted: (part: MessagePart) => boolean): MessagePart | null {
  const waiting = [root]
  for (let part = waiting.pop(); part; part = waiting.pop()) {
    if (part.parts.length === 0 && isWanted(part)) return part
    waiting.push(...part.parts.toReversed())
  }
  return null
}

function structureOf(root: MessagePart): Pick<DescribedMessage, 'structure' | 'partsLeftOut'> {
  const structure = describedPart(root)
  let partsLeftOut = 0
  const waiting = [{ part: root, described: structure, depth: 1 }]
  for (let one = waiting.pop(); one; one = waiting.pop()) {
    const { part, described, depth } = one
    for (const child of part.parts) {
      const describedChild = describedPart(child)
      if (depth < maxDepth) described?.parts.push(describedChild)
      else partsLeftOut++
      waiting.push({ part: child, described: describedChild, depth: depth + 1 })
    }
  }
  return { structure, partsLeftOut }
}

function describedPart(part: MessagePart): DescribedPart {
  const { contentType, charset, fileName, contentId, body, parts } = part
  const disposition = part.header('content-disposition').split(';', 1)[0]?.trim().toLowerCase()
  return {
    contentType: contentType.slice(0, maxNameLength),
    charset: charset === null ? null : named(charset),
    disposition: named(disposition ?? ''),
    fileName: named(fileName),
    contentId: contentId === null ? null : named(contentId),
    bytes: parts.length > 0 ? null : body.length,
    parts: [],
  }
}

const named = (text: string): string | null => (text === '' ? null : text.slice(0, maxNameLength))
