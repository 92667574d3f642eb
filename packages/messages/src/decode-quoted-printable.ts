const [tab, lineFeed, carriageReturn, blank, equals] = [0x09, 0x0a, 0x0d, 0x20, 0x3d]

/**
 * RFC 2045 §6.7. Drops soft breaks, and blanks at line ends that a transport may have added; keeps a `=` that begins
 * neither a break nor a byte. Linear time.
 */
export const decodeQuotedPrintable = (encoded: Buffer): Buffer => decodeBytes(joinLines(encoded))

function joinLines(encoded: Buffer): Buffer {
  const joined = Buffer.allocUnsafe(encoded.length)
  let length = 0
  for (let at = 0; at < encoded.length;) {
    const byte = encoded[at] ?? 0
    const blanksEnd = endOfBlanks(encoded, byte === equals ? at + 1 : at)
    const breakEnd = endOfBreak(encoded, blanksEnd)
    if (byte === equals && breakEnd !== null) {
      // A soft break.
      at = breakEnd
    } else if (byte === equals || blanksEnd === at) {
      joined[length++] = byte
      at++
    } else {
      // Blanks, of which those at a line's end are dropped.
      const endsLine = breakEnd !== null || encoded[blanksEnd] === carriageReturn
      if (!endsLine) length += encoded.copy(joined, length, at, blanksEnd)
      at = blanksEnd
    }
  }
  return joined.subarray(0, length)
}

function decodeBytes(encoded: Buffer): Buffer {
  const decoded = Buffer.allocUnsafe(encoded.length)
  let length = 0
  for (let at = 0; at < encoded.length; at++) {
    const isByte = encoded[at] === equals && isHex(encoded[at + 1]) && isHex(encoded[at + 2])
    decoded[length++] = isByte
      ? Number.parseInt(encoded.toString('latin1', at + 1, at + 3), 16)
      : (encoded[at] ?? 0)
    if (isByte) at += 2
  }
  return decoded.subarray(0, length)
}

function endOfBlanks(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === blank || bytes[at] === tab) at++
  return at
}

/** The offset after a line break at `at`, or the end of the bytes; null when neither is there. */
function endOfBreak(bytes: Buffer, at: number): number | null {
  if (at === bytes.length) return at
  const next = bytes[at] === carriageReturn ? at + 1 : at
  return bytes[next] === lineFeed ? next + 1 : null
}

const isHex = (byte: number | undefined): boolean =>
  byte !== undefined &&
  ((byte >= 0x30 && byte <= 0x39) || (byte >= 0x41 && byte <= 0x46) || (byte >= 0x61 && byte <= 0x66))
