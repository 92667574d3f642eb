import { tableOf, type FontTables } from './sfnt'

/** Glyph indexes by code point, from a cmap of format 4 (OpenType 1.9.1, cmap). Throws a `RangeError` without one. */
export function readGlyphIndexes(tables: FontTables): Map<number, number> {
  const cmap = tableOf(tables, 'cmap')
  const indexes = new Map<number, number>()
  const start = findFormat4(cmap)
  const segments = cmap.readUInt16BE(start + 6) / 2
  const at = (list: number, segment: number): number =>
    start + 14 + (list === 0 ? 0 : 2) + 2 * (list * segments + segment)
  for (let segment = 0; segment < segments; segment += 1) {
    const last = cmap.readUInt16BE(at(0, segment))
    const first = cmap.readUInt16BE(at(1, segment))
    const delta = cmap.readUInt16BE(at(2, segment))
    const rangeAt = at(3, segment)
    const range = cmap.readUInt16BE(rangeAt)
    for (let character = first; character <= last && character < 0xffff; character += 1) {
      const raw = range === 0 ? character : cmap.readUInt16BE(rangeAt + range + 2 * (character - first))
      const glyph = raw === 0 && range !== 0 ? 0 : (raw + delta) & 0xffff
      if (glyph !== 0) indexes.set(character, glyph)
    }
  }
  return indexes
}

function findFormat4(cmap: Buffer): number {
  for (let index = 0; index < cmap.readUInt16BE(2); index += 1) {
    const start = cmap.readUInt32BE(8 + index * 8)
    if (cmap.readUInt16BE(start) === 4) return start
  }
  throw new RangeError('the font has no cmap of format 4')
}

/** A cmap of format 4. Characters must be of the Basic Multilingual Plane. */
export function writeGlyphIndexes(indexes: ReadonlyMap<number, number>): Buffer {
  const segments: { first: number; last: number; delta: number }[] = []
  for (const [character, glyph] of [...indexes].sort(([a], [b]) => a - b)) {
    const delta = (glyph - character) & 0xffff
    const segment = segments.at(-1)
    if (segment?.last === character - 1 && segment.delta === delta) segment.last = character
    else segments.push({ first: character, last: character, delta })
  }
  segments.push({ first: 0xffff, last: 0xffff, delta: 1 })
  const count = segments.length
  const powerOfTwo = 2 ** Math.floor(Math.log2(count))
  const subtable = [
    ...[4, 16 + 8 * count, 0, 2 * count],
    ...[2 * powerOfTwo, Math.log2(powerOfTwo), 2 * (count - powerOfTwo)],
    ...segments.map(({ last }) => last),
    0,
    ...segments.map(({ first }) => first),
    ...segments.map(({ delta }) => delta),
    ...segments.map(() => 0),
  ]
  // Version 0 and one encoding record: platform 3 (Windows), encoding 1 (Unicode BMP), whose subtable begins at byte
  // 12.
  const words = [0, 1, 3, 1, 0, 12, ...subtable]
  const cmap = Buffer.alloc(2 * words.length)
  words.forEach((word, index) => cmap.writeUInt16BE(word, 2 * index))
  return cmap
}
