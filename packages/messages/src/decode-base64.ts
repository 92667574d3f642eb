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
  let length = 0
  let bits = 0
  let count = 0
  for (const [at, byte] of encoded.entries()) {
    const value = values[byte] ?? notOfAlphabet
    if (value === notOfAlphabet) {
      if (byte !== padding) continue
      if (count > 0 && !goesOn(encoded, at)) break
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

/** Whether the next line that is not blank begins as base64, and is no text of words. */
function goesOn(encoded: Buffer, paddingAt: number): boolean {
  let start = paddingAt
  while (start < encoded.length && [padding, 0x20, 0x09, 0x0d, 0x0a].includes(encoded[start] ?? 0)) start++
  const end = encoded.indexOf(0x0a, start)
  const line = encoded.toString('latin1', start, end < 0 ? encoded.length : end).trimEnd()
  const run = /^[A-Za-z0-9+/]*={0,2}/.exec(line)?.[0].length ?? 0
  return run % 4 === 0 && (run > 0 || line === '') && !/\s/.test(line)
}
