const [lineFeed, carriageReturn, space] = [0x0a, 0x0d, 0x20]
/** Of a line of 45 bytes. */
const bytesOfLine = 45

/** POSIX `uuencode`: what is between `begin` and `end`, without them everything. Linear time. */
export function decodeUuencode(raw: Buffer): Buffer {
  const decoded = Buffer.alloc(Math.ceil((raw.length * 3) / 4))
  let length = 0
  for (let at = afterBegin(raw); at < raw.length;) {
    const found = raw.indexOf(lineFeed, at)
    const end = found < 0 ? raw.length : found
    const count = valueOf(raw[at])
    // The last line has no bytes; that behind it is `end`.
    if (count === 0) break
    length = decodeLine(raw.subarray(at + 1, end), count, decoded, length)
    at = end + 1
  }
  return decoded.subarray(0, length)
}

function afterBegin(raw: Buffer): number {
  let at = 0
  while ([lineFeed, carriageReturn].includes(raw[at] ?? -1)) at++
  if (!raw.subarray(at, at + 6).equals(Buffer.from('begin '))) {
    const found = raw.indexOf('\nbegin ', at)
    if (found < 0) return at
    at = found + 1
  }
  const end = raw.indexOf(lineFeed, at)
  return end < 0 ? raw.length : end + 1
}

/** A blank at the end of a line may have been lost, which is a zero. */
const valueOf = (byte: number | undefined): number => ((byte ?? space) - space) & 0x3f

function decodeLine(line: Buffer, count: number, into: Buffer, start: number): number {
  const available = Math.min(count, Math.ceil((line.length * 3) / 4))
  for (let index = 0; index < available; index++) {
    const group = Math.floor(index / 3) * 4
    const [one, two] = [valueOf(line[group + (index % 3)]), valueOf(line[group + (index % 3) + 1])]
    const shift = 2 * (index % 3)
    into[start + index] = ((one << (2 + shift)) | (two >> (4 - shift))) & 0xff
  }
  return start + available
}

/** With CRLF, and the lines around it. */
export function encodeUuencode(body: Buffer): string {
  const lines: string[] = []
  for (let start = 0; start < body.length; start += bytesOfLine) {
    const bytes = body.subarray(start, start + bytesOfLine)
    const characters = [characterOf(bytes.length)]
    for (let at = 0; at < bytes.length; at += 3) {
      const [one = 0, two = 0, three = 0] = bytes.subarray(at, at + 3)
      characters.push(
        ...[one >> 2, (one << 4) | (two >> 4), (two << 2) | (three >> 6), three].map(characterOf),
      )
    }
    lines.push(characters.join(''))
  }
  return ['begin 644 part', ...lines, '`', 'end', ''].join('\r\n')
}

/** A grave accent is a zero, too, and no mail server removes it. */
const characterOf = (value: number): string => String.fromCharCode((value & 0x3f || 0x40) + space)
