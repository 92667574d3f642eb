/** X.690: what one element contains. `end` is exclusive; for an indefinite length it is before the end-of-contents. */
interface Element {
  tag: number
  start: number
  end: number
  /** Of the element after this one. */
  next: number
}

const [sequence, set, octetString, constructedOctetString, objectIdentifier, explicit0] = [
  0x30, 0x31, 0x04, 0x24, 0x06, 0xa0,
]
/** 1.2.840.113549.1.7.2 */
const signedData = Buffer.from('2a864886f70d010702', 'hex')

/** Elements in one another, and pieces of the content: far above what senders write. */
const maxDepth = 12
const maxPieces = 500_000

/**
 * The content inside a signature (RFC 5652 §5.1 and 5.2), which is not verified; DER, or BER in pieces and of indefinite
 * length. Null for anything else, such as an encrypted message. Linear time.
 */
export function readCmsContent(bytes: Buffer): Buffer | null {
  try {
    return new Reader(bytes).content()
  } catch (error) {
    if (error instanceof NoCms) return null
    throw error
  }
}

class NoCms extends Error {}

class Reader {
  private steps = 0

  constructor(private readonly bytes: Buffer) {}

  content(): Buffer {
    const info = this.expect(this.element(0, this.bytes.length, 0), sequence)
    const type = this.expect(this.element(info.start, info.end, 1), objectIdentifier)
    if (!this.bytes.subarray(type.start, type.end).equals(signedData)) throw new NoCms()
    const wrapper = this.expect(this.element(type.next, info.end, 1), explicit0)
    const signed = this.expect(this.element(wrapper.start, wrapper.end, 2), sequence)
    const version = this.element(signed.start, signed.end, 3)
    const algorithms = this.expect(this.element(version.next, signed.end, 3), set)
    const encapsulated = this.expect(this.element(algorithms.next, signed.end, 3), sequence)
    const contentType = this.expect(this.element(encapsulated.start, encapsulated.end, 4), objectIdentifier)
    // Absent in a detached signature.
    const content = this.expect(this.element(contentType.next, encapsulated.end, 4), explicit0)
    return Buffer.concat(this.pieces(this.element(content.start, content.end, 5), 5))
  }

  /** X.690 §8.7: an OCTET STRING, or pieces of one. */
  private pieces(element: Element, depth: number): Buffer[] {
    if (element.tag === octetString) return [this.bytes.subarray(element.start, element.end)]
    this.expect(element, constructedOctetString)
    const pieces: Buffer[] = []
    for (let at = element.start; at < element.end;) {
      const piece = this.element(at, element.end, depth + 1)
      for (const found of this.pieces(piece, depth + 1)) pieces.push(found)
      at = piece.next
    }
    return pieces
  }

  private expect(element: Element, tag: number): Element {
    if (element.tag !== tag) throw new NoCms()
    return element
  }

  private element(at: number, limit: number, depth: number): Element {
    if (++this.steps > maxPieces || depth > maxDepth) throw new NoCms()
    const tag = this.byte(at, limit)
    const first = this.byte(at + 1, limit)
    if (first === 0x80) return this.indefinite(tag, at + 2, limit, depth)
    let start = at + 2
    let length = first
    if (first > 0x80) {
      const count = first & 0x7f
      if (count > 4) throw new NoCms()
      length = 0
      for (; start < at + 2 + count; start++) length = length * 256 + this.byte(start, limit)
    }
    // A message that was cut off is shown as far as it goes.
    const end = Math.min(start + length, limit)
    return { tag, start, end, next: end }
  }

  /**
   * X.690 §8.1.3.6. Only what is read is walked through: the end is looked for when the pieces of the content are, and
   * everything outside ends where its own content does.
   */
  private indefinite(tag: number, start: number, limit: number, depth: number): Element {
    if (tag !== constructedOctetString) return { tag, start, end: limit, next: limit }
    let at = start
    while (at < limit && !(this.bytes[at] === 0 && this.bytes[at + 1] === 0))
      at = this.element(at, limit, depth + 1).next
    return { tag, start, end: at, next: Math.min(at + 2, limit) }
  }

  private byte(at: number, limit: number): number {
    if (at >= limit) throw new NoCms()
    return this.bytes.readUInt8(at)
  }
}
