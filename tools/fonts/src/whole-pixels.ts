import { readGlyphIndexes } from './glyph-indexes'
import { tableOf, type FontTables } from './sfnt'

/** In screen pixels, by font size in screen pixels per em, then by character. */
export type HintedAdvances = Readonly<Record<number, Readonly<Record<string, number>>>>

export interface WholePixels {
  /** Screen pixels in one CSS pixel. */
  density: number
  /** Advances that hinting makes different from rounded ones. */
  hinted?: HintedAdvances | undefined
}

/** In CSS pixels, exclusive. Smaller text is not legible; in larger text a fraction of a pixel is not visible. */
const [leastSize, mostSize] = [7, 41]

/**
 * Adds an `opsz` axis (OpenType 1.9.1: fvar, HVAR, gvar) that makes advances whole pixels at every size. Engines set it
 * to the font size in CSS pixels (CSS Fonts 4, font-optical-sizing). Without it, and at its ends, advances stay.
 */
export function setWholePixels(tables: FontTables, { density, hinted = {} }: WholePixels): void {
  const unitsPerEm = tableOf(tables, 'head').readUInt16BE(18)
  const hmtx = tableOf(tables, 'hmtx')
  const count = tableOf(tables, 'maxp').readUInt16BE(4)
  const characters = new Map(
    [...readGlyphIndexes(tables)].map(([code, glyph]) => [glyph, String.fromCodePoint(code)]),
  )
  const sizes = Array.from({ length: mostSize - leastSize - 1 }, (_, index) => leastSize + 1 + index)
  const changes = Array.from({ length: count }, (_, glyph) => {
    const character = characters.get(glyph)
    const advance = hmtx.readUInt16BE(4 * glyph)
    return sizes.map((size) => {
      if (character === undefined) return 0
      const pixelsPerEm = size * density
      const pixels = hinted[pixelsPerEm]?.[character] ?? Math.round((advance / unitsPerEm) * pixelsPerEm)
      return Math.round((pixels / pixelsPerEm) * unitsPerEm) - advance
    })
  })
  tables.set('fvar', fvar())
  tables.set('HVAR', hvar(sizes, changes))
  tables.set('gvar', gvar(count))
}

/** Its name is the font's style name (name ID 2). */
function fvar(): Buffer {
  const table = Buffer.alloc(36)
  ;[1, 0, 16, 2, 1, 20, 0, 8].forEach((value, index) => table.writeUInt16BE(value, 2 * index))
  table.write('opsz', 16, 'latin1')
  ;[leastSize, leastSize, mostSize].forEach((size, index) => table.writeInt32BE(size << 16, 20 + 4 * index))
  table.writeUInt16BE(2, 34)
  return table
}

/** Each size has a region of the axis, from the size below to the size above. Glyphs with equal changes share a row. */
function hvar(sizes: readonly number[], changes: readonly (readonly number[])[]): Buffer {
  const place = (size: number): number => Math.round(((size - leastSize) / (mostSize - leastSize)) * 0x4000)
  const rows = new Map<string, number>()
  const rowOf = (change: readonly number[]): number => {
    const key = change.join()
    const row = rows.get(key) ?? rows.size
    rows.set(key, row)
    return row
  }
  const indexes = changes.map(rowOf)
  const regions = [
    1,
    sizes.length,
    ...sizes.flatMap((size) => [place(size - 1), place(size), place(size + 1)]),
  ]
  const data = [
    ...[rows.size, sizes.length, sizes.length, ...sizes.keys()],
    ...[...rows.keys()].flatMap((key) => key.split(',').map(Number)),
  ]
  // DeltaSetIndexMap: entries of two bytes, whose 16 bits are all the index of a row.
  const map = [0x001f, indexes.length, ...indexes]
  const [headerBytes, storeBytes] = [20, 12]
  const header = Buffer.alloc(headerBytes + storeBytes)
  header.writeUInt16BE(1, 0)
  header.writeUInt32BE(headerBytes, 4)
  header.writeUInt32BE(header.length + 2 * (regions.length + data.length), 8)
  header.writeUInt16BE(1, headerBytes)
  header.writeUInt32BE(storeBytes, headerBytes + 2)
  header.writeUInt16BE(1, headerBytes + 6)
  header.writeUInt32BE(storeBytes + 2 * regions.length, headerBytes + 8)
  return Buffer.concat([header, words(regions), words(data), words(map)])
}

/** A gvar table in which no outline varies. */
function gvar(glyphs: number): Buffer {
  const table = Buffer.alloc(20 + 2 * (glyphs + 1))
  table.writeUInt16BE(1, 0)
  table.writeUInt16BE(1, 4)
  table.writeUInt32BE(table.length, 8)
  table.writeUInt16BE(glyphs, 12)
  table.writeUInt32BE(table.length, 16)
  return table
}

function words(values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(2 * values.length)
  values.forEach((value, index) => bytes.writeInt16BE(value, 2 * index))
  return bytes
}
