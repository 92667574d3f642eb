/** Behind the signature and the key. */
const firstAttribute = 6
/** Level, id and length. */
const attributeHead = 9
const checksumBytes = 2

/**
 * A winmail.dat whose property at `offset` has another value. Null unless it stands there, after its length
 * ([MS-OXTNEF] §2.1.3). Linear time.
 */
export function withTnefProperty(
  tnef: Buffer,
  { offset, length }: { offset: number; length: number },
  value: Buffer,
): Buffer | null {
  for (let at = firstAttribute; at + attributeHead <= tnef.length;) {
    const dataStart = at + attributeHead
    const dataEnd = dataStart + tnef.readUInt32LE(at + attributeHead - 4)
    if (offset - 4 >= dataStart && offset + length <= dataEnd) {
      const data = tnef.subarray(dataStart, dataEnd)
      const changed = withValue(data, { offset: offset - dataStart, length }, value)
      if (changed === null) return null
      const head = Buffer.concat([tnef.subarray(at, dataStart - 4), number(changed.length)])
      const after = tnef.subarray(dataEnd + checksumBytes)
      return Buffer.concat([tnef.subarray(0, at), head, changed, checksumOf(changed), after])
    }
    at = dataEnd + checksumBytes
  }
  return null
}

function withValue(data: Buffer, { offset, length }: { offset: number; length: number }, value: Buffer) {
  if (data.readUInt32LE(offset - 4) !== length) return null
  const end = padded(offset + length)
  const padding = Buffer.alloc(padded(value.length) - value.length)
  return Buffer.concat([
    data.subarray(0, offset - 4),
    number(value.length),
    value,
    padding,
    data.subarray(end),
  ])
}

const padded = (at: number): number => Math.ceil(at / 4) * 4

function number(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}

/** §2.1.3.1: the sum of the bytes. */
function checksumOf(data: Buffer): Buffer {
  const bytes = Buffer.alloc(checksumBytes)
  bytes.writeUInt16LE(data.reduce((sum, byte) => sum + byte, 0) & 0xffff)
  return bytes
}
