import { MessageHeader } from './message-header'
import { beginsHeader } from './header-fields'
import { bodyOf } from './decode-transfer'
import { typeForAnyClient } from './type-for-any-client'
import { isMessage, type MessagePart } from './message-part'
import { unwrapPart } from './unwrap-part'
import { UnreadableMessageError } from './unreadable-message-error'

/** Far above real messages. They limit memory and time of a hostile one. */
const maxParts = 1_000
/** As many more as are in messages that are attached. */
const maxPartsWithAttached = 10 * maxParts
const maxHeaderBytes = 1024 * 1024
const maxWrappings = 10
const maxRtfBytes = 8 * 1024 * 1024

const [lineFeed, carriageReturn, hyphen] = [0x0a, 0x0d, 0x2d]
/** RFC 2046 §5.1.1 allows 70; some senders have more. */
const maxBoundaryLength = 1_000

/** Where a part is; null for what its header has not told yet. */
interface OpenPart {
  parent: OpenPart | null
  start: number
  bodyStart: number | null
  bodyEnd: number | null
  part: MessagePart | null
  boundary: string | null
  /** The part outside that has the same boundary. */
  shadowed: OpenPart | null
  defaultType: string
}

interface SplitLimits {
  /** Shared by all that is wrapped in one message. */
  left: { parts: number; rtfBytes: number }
  wrappings: number
  opensAttached: boolean
}

/**
 * Throws an `UnreadableMessageError` when it is empty or exceeds a limit. `opensAttached`: messages that are attached
 * have parts, too, and those wrapped deeper than the limit are such an error. Linear time.
 */
export function splitMessage(raw: Buffer, { opensAttached = false } = {}): MessagePart {
  if (raw.length === 0) throw new UnreadableMessageError('it is empty')
  const left = { parts: partsAllowed(opensAttached), rtfBytes: maxRtfBytes }
  return splitEntity(raw, headerStart(raw), { left, wrappings: maxWrappings, opensAttached })
}

const byteOrderMark = Buffer.from('\ufeff')

/** Behind byte order marks, and behind blank lines that a field follows, which exports leave there. */
function headerStart(raw: Buffer): number {
  let start = 0
  while (raw.subarray(start, start + 3).equals(byteOrderMark)) start += 3
  let at = start
  while ([0x09, lineFeed, carriageReturn, 0x20].includes(raw[at] ?? -1)) at++
  const isLineStart = at === start || raw[at - 1] === lineFeed
  return isLineStart && beginsHeader(raw.toString('latin1', at, at + 1_000)) ? at : start
}

function splitEntity(raw: Buffer, start: number, limits: SplitLimits): MessagePart {
  const scan = new Scan(withLineFeeds(raw), start, limits)
  const root = scan.run()
  const { wrappings, opensAttached } = limits
  for (const part of scan.leaves) {
    if (wrappings > 0)
      unwrapPart(part, part === root, {
        split: (body) => splitEntity(body, 0, { ...limits, wrappings: wrappings - 1 }),
        countParts: (parts) => countParts(limits, parts),
        left: limits.left,
        opensAttached,
      })
    else if (opensAttached && isMessage(part) && part.body.length > 0)
      throw new UnreadableMessageError(
        `more than ${maxWrappings} messages are in one another, each with a transfer encoding`,
      )
  }
  return root
}

function countParts({ left, opensAttached }: SplitLimits, parts: number): void {
  left.parts -= parts
  if (left.parts < 0)
    throw new UnreadableMessageError(`it has more than ${partsAllowed(opensAttached)} parts`)
}

const partsAllowed = (opensAttached: boolean): number => (opensAttached ? maxPartsWithAttached : maxParts)

/** Lines may end in CR alone, as long as all do: then each is a line feed here. */
function withLineFeeds(raw: Buffer): Buffer {
  if (raw.includes(lineFeed) || !raw.includes(carriageReturn)) return raw
  return Buffer.from(raw).map((byte) => (byte === carriageReturn ? lineFeed : byte)) as Buffer
}

/** One pass over the lines. A delimiter ends all parts inside the multipart to which it belongs. */
class Scan {
  readonly leaves: MessagePart[] = []
  private current: OpenPart
  private readonly byBoundary = new Map<string, OpenPart>()
  private readonly root: OpenPart

  constructor(
    private readonly raw: Buffer,
    start: number,
    private readonly limits: SplitLimits,
  ) {
    this.root = this.open(null, start, 'text/plain')
    this.current = this.root
  }

  run(): MessagePart {
    const { raw } = this
    for (let at = this.root.start; at < raw.length;) {
      const found = raw.indexOf(lineFeed, at)
      const end = found < 0 ? raw.length : found + 1
      if (!this.readDelimiter(at, end) && this.current.bodyStart === null) this.readHeaderLine(at, end)
      at = end
    }
    for (let open: OpenPart | null = this.current; open; open = open.parent) this.close(open, raw.length)
    if (!this.root.part) throw new UnreadableMessageError('it is empty')
    return this.root.part
  }

  private open(parent: OpenPart | null, start: number, defaultType: string): OpenPart {
    countParts(this.limits, 1)
    return {
      parent,
      start,
      bodyStart: null,
      bodyEnd: null,
      part: null,
      boundary: null,
      shadowed: null,
      defaultType,
    }
  }

  private readHeaderLine(at: number, end: number): void {
    const { raw, current } = this
    if (end - current.start > maxHeaderBytes)
      throw new UnreadableMessageError(`it has more than ${maxHeaderBytes} bytes of headers in one part`)
    // Exports write CR CR LF.
    let last = at
    while (raw[last] === carriageReturn) last++
    if (raw[last] === lineFeed) this.beginBody(at, end)
    // A part without a header, which lacks the empty line, too.
    else if (at === current.start && !beginsHeader(raw.toString('latin1', at, Math.min(end, at + 1_000))))
      this.beginBody(at, at)
  }

  private beginBody(headerEnd: number, bodyStart: number): void {
    const { current: open } = this
    const header = new MessageHeader(this.raw.toString('latin1', open.start, headerEnd), open.defaultType)
    const part = messagePart(header, bodyStart)
    if (this.limits.opensAttached) part.contentType = typeForAnyClient(header)
    open.bodyStart = bodyStart
    open.part = part
    open.parent?.part?.parts.push(part)
    const { boundary } = header
    if (boundary !== null && boundary.length > maxBoundaryLength && this.limits.opensAttached)
      throw new UnreadableMessageError(`a boundary has more than ${maxBoundaryLength} characters`)
    if (boundary !== null && boundary.length <= maxBoundaryLength) {
      open.boundary = boundary
      open.shadowed = this.byBoundary.get(boundary) ?? null
      this.byBoundary.set(boundary, open)
    } else if (
      isMessage(part) &&
      part.encoding === 'none' &&
      (!part.isAttachment || this.limits.opensAttached)
    )
      this.current = this.open(open, bodyStart, 'text/plain')
  }

  /** Also ends what is open when it returns true. */
  private readDelimiter(at: number, end: number): boolean {
    const { raw } = this
    if (raw[at] !== hyphen || raw[at + 1] !== hyphen || this.byBoundary.size === 0) return false
    if (end - at > maxBoundaryLength + 80) return false
    const line = raw.toString('latin1', at + 2, end).trimEnd()
    const next = this.byBoundary.get(line)
    const closed = next ?? (line.endsWith('--') ? this.byBoundary.get(line.slice(0, -2)) : undefined)
    if (!closed) return false
    const contentEnd = endBeforeBreak(raw, at)
    while (this.current !== closed) {
      this.close(this.current, contentEnd)
      this.current = this.current.parent ?? closed
    }
    // What stands behind the first delimiter is no text of the multipart, even if no part follows.
    closed.bodyEnd ??= contentEnd
    if (next) this.current = this.open(closed, end, childTypeOf(closed.part))
    else this.forget(closed)
    return true
  }

  private close(open: OpenPart, end: number): void {
    if (open.bodyStart === null) {
      const before = this.current
      this.current = open
      this.beginBody(end, end)
      this.current = before
    }
    if (open.part?.parts.length === 0) this.endLeaf(open.part, open.bodyStart ?? end, open.bodyEnd ?? end)
    this.forget(open)
  }

  private endLeaf(part: MessagePart, start: number, end: number): void {
    part.raw = this.raw.subarray(start, Math.max(start, end))
    // A multipart without parts is shown as the text that it is.
    if (part.contentType.startsWith('multipart/')) part.contentType = 'text/plain'
    this.leaves.push(part)
  }

  private forget(open: OpenPart): void {
    if (open.boundary === null || this.byBoundary.get(open.boundary) !== open) return
    if (open.shadowed) this.byBoundary.set(open.boundary, open.shadowed)
    else this.byBoundary.delete(open.boundary)
    open.boundary = null
  }
}

/** RFC 2046 §5.1.5. */
const childTypeOf = (parent: MessagePart | null): string =>
  parent?.contentType === 'multipart/digest' ? 'message/rfc822' : 'text/plain'

/** RFC 2046 §5.1.1: the line break before a delimiter belongs to it. */
function endBeforeBreak(raw: Buffer, at: number): number {
  if (raw[at - 1] !== lineFeed) return at
  return raw[at - 2] === carriageReturn ? at - 2 : at - 1
}

const noBytes = Buffer.alloc(0)

function messagePart(header: MessageHeader, rawStart: number): MessagePart {
  let decoded: Buffer | null = null
  return {
    ...header.described,
    header: (name) => header.first(name),
    raw: noBytes,
    rawStart,
    get body() {
      return this.parts.length > 0 ? noBytes : (decoded ??= bodyOf(this))
    },
    parts: [],
    wrapped: null,
  }
}
