type GenericFont = 'serif' | 'sans-serif' | 'monospace' | 'cursive' | 'fantasy'

/** HT 2019: Word's font if Windows has none of a list. */
export const defaultFont = 'Times New Roman'

/** HT 2019 shows Arial for `sans-serif`; the others are Internet Explorer's. */
export const genericFonts: Readonly<Record<GenericFont, string>> = {
  serif: defaultFont,
  'sans-serif': 'Arial',
  monospace: 'Courier New',
  cursive: 'Comic Sans MS',
  fantasy: 'Impact',
}

/**
 * Fonts for Latin text, by the generic name that replaces a font that our engine lacks. Engineering default: which
 * fonts these are.
 */
const installed: Readonly<Record<GenericFont, string>> = {
  'sans-serif':
    'Aptos, Arial, Arial Black, Arial Narrow, Arial Unicode MS, Bahnschrift, Calibri, Calibri Light, Candara, Century Gothic, ' +
    'Corbel, Ebrima, Franklin Gothic Medium, Gadugi, Gill Sans MT, Helv, Helvetica, Leelawadee, Lucida Sans, Lucida Sans Unicode, ' +
    'Malgun Gothic, Meiryo, Microsoft JhengHei, Microsoft Sans Serif, Microsoft YaHei, MS Gothic, MS PGothic, MS Sans Serif, ' +
    'Nirmala UI, Segoe UI, Segoe UI Black, Segoe UI Light, Segoe UI Semibold, Segoe UI Semilight, Segoe UI Symbol, Tahoma, ' +
    'Trebuchet MS, Tw Cen MT, Verdana, Webdings, Wingdings, Yu Gothic',
  serif:
    'Batang, Book Antiqua, Bookman Old Style, Cambria, Cambria Math, Century, Constantia, Garamond, Georgia, MS Mincho, ' +
    'MS PMincho, MS Serif, Palatino Linotype, Perpetua, PMingLiU, Rockwell, SimSun, Sitka Text, Sylfaen, Symbol, Times, ' +
    'Times New Roman, Tms Rmn',
  monospace: 'Consolas, Courier, Courier New, Lucida Console, Terminal',
  cursive: 'Comic Sans MS, Gabriola, Ink Free, Lucida Handwriting, Segoe Print, Segoe Script',
  fantasy: 'Impact',
}

/** FontSubstitutes in the registry of Windows. */
const substitutes: ReadonlyMap<string, string> = new Map([
  ['helv', 'MS Sans Serif'],
  ['helvetica', 'Arial'],
  ['times', defaultFont],
  ['tms rmn', 'MS Serif'],
])

const fontsByName = new Map<string, { name: string; generic: GenericFont }>()
for (const [generic, names] of Object.entries(installed) as [GenericFont, string][]) {
  for (const name of names.split(', ')) fontsByName.set(name.toLowerCase(), { name, generic })
}

/** Ignores letter case. Null if Windows has no such font. */
export function findFont(name: string): { name: string; generic: GenericFont } | null {
  const lowerName = name.toLowerCase()
  const generic = Object.hasOwn(genericFonts, lowerName) ? genericFonts[lowerName as GenericFont] : null
  const font = generic ?? substitutes.get(lowerName) ?? lowerName
  return fontsByName.get(font.toLowerCase()) ?? null
}
