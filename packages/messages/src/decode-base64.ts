const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/'
const notOfAlphabet = 255
const values = new Uint8Array(256).fill(notOfAlphabet)
for (let value = 0; value < alphabet.length; value++) values[alphabet.charCodeAt(value)] = value

const padding = 0x3d

const [hyphen, underscore] = [0x2d, 0x5f]

/**
 * RFC 2045 §6.8: skips other characters. Behind padding it begins anew where texts were put together, and ends at other
 * text, such as a list's footer. Linear time.
 */
export function decodeBase64(encoded: Buffer): Buffer {
  // Node's own decoder ends at padding, and takes these two for characters of another alphabet.
  if (isPaddedAtEnd(encoded) && !encoded.includes(hyphen) && !encoded.includes(underscore))
    return Buffer.from(encoded.toString('latin1'), 'base64')
  return decodeInPieces(encoded)
}

function isPaddedAtEnd(encoded: Buffer): boolean {
  const first = encoded.indexOf(padding)
  return first < 0 || /^[=\s]*$/.test(encoded.toString('latin1', first))
}

function decodeInPieces(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(Math.ceil(encoded.length / 4) * 3)
  const lines = new Lines(encoded)
  let length = 0
  let bits = 0
  let count = 0
  for (const [at, byte] of encoded.entries()) {
    const value = values[byte] ?? notOfAlphabet
    if (value === notOfAlphabet) {
      if (byte !== padding) continue
      if (count > 0 && !lines.goOnAfter(at)) break
      count = 0
      continue
    }
    bits = ((bits << 6) | value) & 0xffff
    count += 6
    if (count < 8) continue
    count -= 8
    decoded[length++] = (bits >> count) & 0xff
  }
  return decoded.subarray(0, length)
}

const [tab, lineFeed, carriageReturn, blank] = [0x09, 0x0a, 0x0d, 0x20]

const isBlank = (byte: number | undefined): boolean =>
  byte === blank || (byte !== undefined && byte >= tab && byte <= carriageReturn)

/** Looks at each line once, however often there is padding in it. */
class Lines {
  /** Of the line that was looked at last; `lastBlank` is within its text, or -1. */
  private end = -1
  private textEnd = 0
  private lastBlank = -1

  constructor(private readonly encoded: Buffer) {}

  /** Whether the next line that is not blank begins as base64, and is no text of words. */
  goOnAfter(paddingAt: number): boolean {
    const { encoded } = this
    let start = paddingAt
    while (encoded[start] === padding || isBlank(encoded[start])) start++
    if (start >= this.end) this.lookAt(start)
    if (start === encoded.length) return true
    let end = start
    while (end < this.textEnd && (values[encoded[end] ?? 0] ?? notOfAlphabet) !== notOfAlphabet) end++
    for (let pads = 0; pads < 2 && encoded[end] === padding; pads++) end++
    return end > start && (end - start) % 4 === 0 && this.lastBlank < start
  }

  private lookAt(start: number): void {
    const { encoded } = this
    const found = encoded.indexOf(lineFeed, start)
    this.end = found < 0 ? encoded.length : found
    this.textEnd = this.end
    while (this.textEnd > start && isBlank(encoded[this.textEnd - 1])) this.textEnd--
    this.lastBlank = this.textEnd - 1
    while (this.lastBlank >= start && !isBlank(encoded[this.lastBlank])) this.lastBlank--
  }
}
