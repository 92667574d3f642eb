import { readGlyphIndexes, writeGlyphIndexes } from './glyph-indexes'
import { readTables, tableOf, writeTables, type FontTables } from './sfnt'
import { setWholePixels, type WholePixels } from './whole-pixels'

/** In ems. */
export interface LineMetrics {
  ascent: number
  descent: number
  lineGap: number
}

/** How a free font becomes a twin (ADR 31). */
export interface TwinPlan {
  family: string
  isBold: boolean
  isItalic: boolean
  scale: number
  /** The real font's advances in ems, by character; others change in proportion. Null: none is known. */
  advances: ReadonlyMap<string, number> | null
  /** Used when `advances` is null: the real font's average advance over that of the scaled free font. */
  advanceFactor: number
  line: LineMetrics
  hasKerning: boolean
  /** For programs that lay out text in whole pixels; else null. */
  wholePixels: WholePixels | null
}

/**
 * Wrong after the advances changed: GSUB (ligatures have no known advance), kerning, the signature. All are optional
 * (OpenType 1.9.1, "Required tables").
 */
const droppedTables = ['GSUB', 'hdmx', 'VDMX', 'LTSH', 'DSIG', 'kern', 'EBDT', 'EBLC', 'EBSC', 'PCLT']
/** Latin, Greek, Cyrillic, punctuation and signs; fallback fonts draw the rest, as with the real font. */
const keptCharacters = [
  [0x0020, 0x052f],
  [0x1e00, 0x22ff],
] as const
/** Name IDs: copyright, trademark, designer, vendor's address, licence and its address. */
const keptNames = new Set([0, 7, 9, 11, 13, 14])
const lettersOfText = 'abcdefghijklmnopqrstuvwxyz'

/** The outlines of `base` with the metrics of `plan`. Throws a `RangeError` when `base` is incomplete. */
export function makeTwin(base: Buffer, plan: TwinPlan): Buffer {
  const tables = readTables(base)
  for (const tag of [...droppedTables, ...(plan.hasKerning ? [] : ['GPOS'])]) tables.delete(tag)
  const head = tableOf(tables, 'head')
  const unitsPerEm = Math.round(head.readUInt16BE(18) / plan.scale)
  head.writeUInt16BE(unitsPerEm, 18)
  // Bit 1 of head.flags says that every left side bearing is at x = 0, which is not so once setAdvances has moved the
  // glyphs.
  head.writeUInt16BE(head.readUInt16BE(16) & ~0b10, 16)
  const glyphs = readGlyphIndexes(tables)
  for (const character of glyphs.keys()) {
    if (!keptCharacters.some(([first, last]) => character >= first && character <= last))
      glyphs.delete(character)
  }
  tables.set('cmap', writeGlyphIndexes(glyphs))
  setAdvances(tables, glyphs, unitsPerEm, plan)
  setLineMetrics(tables, unitsPerEm, plan.line)
  setNames(tables, plan)
  if (plan.wholePixels) setWholePixels(tables, plan.wholePixels)
  return writeTables(tables)
}

/** Sets each glyph's advance and centres its outline in it. */
function setAdvances(
  tables: FontTables,
  glyphs: ReadonlyMap<number, number>,
  unitsPerEm: number,
  { advances, advanceFactor }: TwinPlan,
): void {
  const hhea = tableOf(tables, 'hhea')
  const hmtx = tableOf(tables, 'hmtx')
  const count = tableOf(tables, 'maxp').readUInt16BE(4)
  const longCount = hhea.readUInt16BE(34)
  const oldAdvance = (glyph: number): number => hmtx.readUInt16BE(4 * Math.min(glyph, longCount - 1))
  const bearing = (glyph: number): number =>
    hmtx.readInt16BE(glyph < longCount ? 4 * glyph + 2 : 4 * longCount + 2 * (glyph - longCount))

  const known = new Map<number, number>()
  let factor = advanceFactor
  if (advances) {
    const real = (character: string): number => Math.round((advances.get(character) ?? 0) * unitsPerEm)
    const ownSum = sumOf(lettersOfText, (letter) => oldAdvance(glyphs.get(codeOf(letter)) ?? 0))
    factor = sumOf(lettersOfText, real) / ownSum
    for (const [code, glyph] of glyphs) {
      const character = String.fromCodePoint(code)
      // An accented letter gets the real advance of its plain letter, if both have the same advance in the free font.
      const letter = advances.has(character) ? character : character.normalize('NFD').charAt(0)
      const letterGlyph = glyphs.get(codeOf(letter))
      if (!advances.has(letter) || letterGlyph === undefined) continue
      if (oldAdvance(glyph) === oldAdvance(letterGlyph)) known.set(glyph, real(letter))
    }
    // Last, so that a glyph shared by a plain and an accented letter gets the plain letter's advance.
    for (const character of advances.keys()) {
      const glyph = glyphs.get(codeOf(character))
      if (glyph !== undefined) known.set(glyph, real(character))
    }
  }
  const changed = Buffer.alloc(4 * count)
  let widest = 0
  for (let glyph = 0; glyph < count; glyph += 1) {
    const old = oldAdvance(glyph)
    const advance = known.get(glyph) ?? Math.round(old * factor)
    changed.writeUInt16BE(advance, 4 * glyph)
    changed.writeInt16BE(bearing(glyph) + Math.round((advance - old) / 2), 4 * glyph + 2)
    widest = Math.max(widest, advance)
  }
  tables.set('hmtx', changed)
  hhea.writeUInt16BE(widest, 10)
  hhea.writeUInt16BE(count, 34)
}

const codeOf = (character: string): number => character.codePointAt(0) ?? 0

const sumOf = (letters: string, valueOf: (letter: string) => number): number =>
  Array.from(letters, valueOf).reduce((sum, value) => sum + value, 0)

/** Engines read them from hhea, or from OS/2's typographic or Windows fields. */
function setLineMetrics(tables: FontTables, unitsPerEm: number, line: LineMetrics): void {
  const [ascent, descent, lineGap] = [line.ascent, line.descent, line.lineGap].map((ems) =>
    Math.round(ems * unitsPerEm),
  ) as [number, number, number]
  const hhea = tableOf(tables, 'hhea')
  const os2 = tableOf(tables, 'OS/2')
  for (const [table, at] of [
    [hhea, 4],
    [os2, 68],
  ] as const) {
    table.writeInt16BE(ascent, at)
    table.writeInt16BE(-descent, at + 2)
    table.writeInt16BE(lineGap, at + 4)
  }
  os2.writeUInt16BE(ascent, 74)
  os2.writeUInt16BE(descent, 76)
}

/** Keeps authors and licence, as the SIL Open Font License 1.1 asks (conditions 2 and 3). */
function setNames(tables: FontTables, { family, isBold, isItalic }: TwinPlan): void {
  const style = [isBold ? 'Bold' : '', isItalic ? 'Italic' : ''].filter(Boolean).join(' ') || 'Regular'
  const postScriptName = `${family}-${style}`.replaceAll(' ', '')
  const names: [number, Buffer][] = [
    ...keptOf(tableOf(tables, 'name')),
    ...(
      [
        [1, family],
        [2, style],
        [3, postScriptName],
        [4, `${family} ${style}`],
        [6, postScriptName],
      ] as const
    ).map(([id, text]): [number, Buffer] => [id, Buffer.from(text, 'utf16le').swap16()]),
  ]
  names.sort(([a], [b]) => a - b)
  const header = Buffer.alloc(6 + 12 * names.length)
  header.writeUInt16BE(names.length, 2)
  header.writeUInt16BE(header.length, 4)
  let offset = 0
  names.forEach(([id, text], index) => {
    ;[3, 1, 0x409, id, text.length, offset].forEach((value, place) =>
      header.writeUInt16BE(value, 6 + 12 * index + 2 * place),
    )
    offset += text.length
  })
  tables.set('name', Buffer.concat([header, ...names.map(([, text]) => text)]))
}

/** From the records for Windows, Unicode and American English. */
function keptOf(name: Buffer): [number, Buffer][] {
  const kept: [number, Buffer][] = []
  const texts = name.readUInt16BE(4)
  for (let index = 0; index < name.readUInt16BE(2); index += 1) {
    const at = 6 + 12 * index
    const [platform, encoding, language, id, length, offset] = [0, 2, 4, 6, 8, 10].map((place) =>
      name.readUInt16BE(at + place),
    ) as [number, number, number, number, number, number]
    if (platform !== 3 || encoding !== 1 || language !== 0x409 || !keptNames.has(id)) continue
    kept.push([id, Buffer.from(name.subarray(texts + offset, texts + offset + length))])
  }
  return kept
}
