/*
 * CBOR (RFC 8949) in the form that Chromium's DevTools protocol uses with `--remote-debugging-pipe=cbor` (its source:
 * third_party/inspector_protocol/crdtp/cbor.h). A message is an envelope: tag 24, the length of what follows as 32
 * bits, and a map of indefinite length. Binary members, such as pictures, come as tag 22 and a byte string, where JSON
 * has base64. A byte string without that tag is text in UTF-16.
 */

/** The major types of RFC 8949 §3.1 are in an item's first three bits. */
const major = { unsigned: 0x00, negative: 0x20, bytes: 0x40, text: 0x60 } as const
const byte = {
  tag: 0xd8,
  encodedCbor: 0x18,
  bytesOf32BitLength: 0x5a,
  binary: 0xd6,
  list: 0x9f,
  map: 0xbf,
  false: 0xf4,
  true: 0xf5,
  null: 0xf6,
  double: 0xfb,
  stop: 0xff,
} as const
const envelopeStart = [byte.tag, byte.encodedCbor, byte.bytesOf32BitLength]
const envelopeHeaderLength = envelopeStart.length + 4

/** `undefined` members are left out. */
export type CborValue =
  null | boolean | number | string | readonly CborValue[] | { readonly [name: string]: CborValue | undefined }

/** The length includes the envelope; null while the buffer is too short to tell. Throws when there is no envelope. */
export function messageLength(start: Buffer): number | null {
  if (start.length < envelopeHeaderLength) return null
  if (!envelopeStart.every((expected, index) => start[index] === expected))
    throw new Error('the message does not start with an envelope')
  return start.readUInt32BE(envelopeStart.length) + envelopeHeaderLength
}

export function encodeMessage(message: Readonly<Record<string, CborValue | undefined>>): Buffer {
  return encode(message)
}

function encode(value: CborValue | undefined): Buffer {
  // In a list, JSON.stringify also writes null for undefined.
  if (value === null || value === undefined) return Buffer.of(byte.null)
  if (typeof value === 'boolean') return Buffer.of(value ? byte.true : byte.false)
  if (typeof value === 'number') return encodeNumber(value)
  if (typeof value === 'string')
    return Buffer.concat([encodeHead(major.text, Buffer.byteLength(value)), Buffer.from(value)])
  if (Array.isArray(value)) return encodeEnvelope(byte.list, (value as readonly CborValue[]).map(encode))
  const members = Object.entries(value).filter(
    (entry): entry is [string, CborValue] => entry[1] !== undefined,
  )
  return encodeEnvelope(
    byte.map,
    members.flatMap(([name, member]) => [encode(name), encode(member)]),
  )
}

function encodeNumber(value: number): Buffer {
  if (Number.isInteger(value) && Math.abs(value) < 2 ** 31 && !Object.is(value, -0))
    return value >= 0 ? encodeHead(major.unsigned, value) : encodeHead(major.negative, -1 - value)
  const item = Buffer.alloc(9)
  item[0] = byte.double
  item.writeDoubleBE(value, 1)
  return item
}

/** RFC 8949 §3: the argument is a length or the value itself. */
function encodeHead(majorType: number, argument: number): Buffer {
  if (argument < 24) return Buffer.of(majorType | argument)
  const item = Buffer.alloc(5)
  item[0] = majorType | 26
  item.writeUInt32BE(argument, 1)
  return item
}

function encodeEnvelope(start: number, items: readonly Buffer[]): Buffer {
  const length = Buffer.alloc(4)
  length.writeUInt32BE(items.reduce((sum, item) => sum + item.length, 2))
  return Buffer.concat([
    Buffer.of(...envelopeStart),
    length,
    Buffer.of(start),
    ...items,
    Buffer.of(byte.stop),
  ])
}

/**
 * Binary members are views of the message. The `result` of an answer stays encoded if `staysEncoded` says so. Throws
 * when malformed.
 */
export function decodeMessage(
  message: Buffer,
  staysEncoded: (id: unknown) => boolean = () => false,
): unknown {
  return new Decoder(message).readValue(staysEncoded)
}

const stop = Symbol('the end of a map or a list')

class Decoder {
  private at = 0

  constructor(private readonly message: Buffer) {}

  readValue(staysEncoded?: (id: unknown) => boolean): unknown {
    const first = this.message.readUInt8(this.at++)
    switch (first) {
      case byte.tag:
        this.at += envelopeHeaderLength - 1
        return this.readValue(staysEncoded)
      case byte.binary:
        return this.readBytes(this.readArgument(this.message.readUInt8(this.at++)))
      case byte.list:
        return this.readList()
      case byte.map:
        return this.readMap(staysEncoded)
      case byte.false:
        return false
      case byte.true:
        return true
      case byte.null:
        return null
      case byte.double:
        this.at += 8
        return this.message.readDoubleBE(this.at - 8)
      case byte.stop:
        return stop
    }
    const argument = this.readArgument(first)
    switch (first & 0xe0) {
      case major.unsigned:
        return argument
      case major.negative:
        return -1 - argument
      case major.bytes:
        return this.readBytes(argument).toString('utf16le')
      case major.text:
        return this.readBytes(argument).toString('utf8')
      default:
        throw new Error(`an item of a message starts with ${first}`)
    }
  }

  /** RFC 8949 §3: small arguments stand in the first byte; 24 to 27 say that 1, 2, 4 or 8 bytes follow. */
  private readArgument(first: number): number {
    const short = first & 0x1f
    if (short < 24) return short
    const size = 2 ** (short - 24)
    this.at += size
    return size === 8
      ? Number(this.message.readBigUInt64BE(this.at - 8))
      : this.message.readUIntBE(this.at - size, size)
  }

  private readBytes(length: number): Buffer {
    this.at += length
    if (this.at > this.message.length) throw new Error('a message ends within a string')
    return this.message.subarray(this.at - length, this.at)
  }

  private readList(): unknown[] {
    const list: unknown[] = []
    for (let item = this.readValue(); item !== stop; item = this.readValue()) list.push(item)
    return list
  }

  private readMap(staysEncoded: (id: unknown) => boolean = () => false): Record<string, unknown> {
    // Without a prototype, `__proto__` is stored like any member.
    const map = Object.create(null) as Record<string, unknown>
    for (let name = this.readValue(); name !== stop; name = this.readValue()) {
      // Chromium writes an answer's id before its result.
      const isEncoded = name === 'result' && staysEncoded(map.id)
      map[String(name)] = isEncoded ? this.readEncoded() : this.readValue()
    }
    return map
  }

  private readEncoded(): Buffer {
    const length = messageLength(this.message.subarray(this.at))
    if (length === null) throw new Error('a message ends within an envelope')
    return this.readBytes(length)
  }
}
