/** A font's tables by tag (OpenType 1.9.1, "Organization of an OpenType font"). */
export type FontTables = Map<string, Buffer>

const headerBytes = 12
const recordBytes = 16
/** The whole file's checksum, with head.checkSumAdjustment (OpenType 1.9.1, head). */
const fileChecksum = 0xb1b0afba

/** Copies, which the caller may change. Throws a `RangeError` when the file is cut short. */
export function readTables(font: Buffer): FontTables {
  const tables: FontTables = new Map()
  for (let index = 0; index < font.readUInt16BE(4); index += 1) {
    const at = headerBytes + index * recordBytes
    const offset = font.readUInt32BE(at + 8)
    const length = font.readUInt32BE(at + 12)
    if (offset + length > font.length)
      throw new RangeError('the font is cut short: a table ends after the end of the file')
    tables.set(font.toString('latin1', at, at + 4), Buffer.from(font.subarray(offset, offset + length)))
  }
  return tables
}

/** Throws a `RangeError` when there is none. */
export function tableOf(tables: FontTables, tag: string): Buffer {
  const table = tables.get(tag)
  if (!table) throw new RangeError(`the font has no ${tag} table`)
  return table
}

/** A font file with new checksums. Changes the given `head` table. */
export function writeTables(tables: FontTables): Buffer {
  const entries = [...tables].sort(([a], [b]) => (a < b ? -1 : 1))
  tableOf(tables, 'head').writeUInt32BE(0, 8)
  const powerOfTwo = 2 ** Math.floor(Math.log2(entries.length))
  const header = Buffer.alloc(headerBytes + entries.length * recordBytes)
  header.write(tables.has('CFF ') ? 'OTTO' : '\0\x01\0\0', 0, 'latin1')
  header.writeUInt16BE(entries.length, 4)
  header.writeUInt16BE(powerOfTwo * recordBytes, 6)
  header.writeUInt16BE(Math.log2(powerOfTwo), 8)
  header.writeUInt16BE((entries.length - powerOfTwo) * recordBytes, 10)
  const parts = [header]
  let offset = header.length
  let headOffset = 0
  entries.forEach(([tag, table], index) => {
    const at = headerBytes + index * recordBytes
    const padded = Buffer.concat([table, Buffer.alloc(-table.length & 3)])
    header.write(tag, at, 'latin1')
    header.writeUInt32BE(checksumOf(padded), at + 4)
    header.writeUInt32BE(offset, at + 8)
    header.writeUInt32BE(table.length, at + 12)
    if (tag === 'head') headOffset = offset
    parts.push(padded)
    offset += padded.length
  })
  const font = Buffer.concat(parts)
  font.writeUInt32BE((fileChecksum - checksumOf(font)) >>> 0, headOffset + 8)
  return font
}

function checksumOf(bytes: Buffer): number {
  let sum = 0
  for (let at = 0; at < bytes.length; at += 4) sum = (sum + bytes.readUInt32BE(at)) >>> 0
  return sum
}
