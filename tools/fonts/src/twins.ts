import { twinName } from '@pas/engine-programs/twin-families'
import type { LineMetrics } from './make-twin'
import type { AdvanceStyle } from './real-advances'
import type { HintedAdvances, WholePixels } from './whole-pixels'

export interface TwinStyle {
  /** Relative to the package's folder. */
  file: string
  isBold?: boolean
  isItalic?: boolean
  /** The real font's style with the advances. Unknown: `advanceFactor` applies to every letter. */
  advances?: AdvanceStyle
  /** As in `TwinPlan`; 1 by default. */
  advanceFactor?: number
}

/** A free font with the measures of one that we may not distribute (ADR 31). */
export interface Twin {
  /** The real font's name; `twinName` makes the twin's. */
  family: string
  /** The npm package with the outlines. */
  package: string
  /** Brings letters to the real font's x-height; 1 by default. */
  scale?: number
  /** Key in `real-advances` when it is not `family`. */
  advancesOf?: string
  line: LineMetrics
  /** False by default. */
  hasKerning?: boolean
  styles: readonly TwinStyle[]
}

/** Ascent, descent and line gap (hhea), in units of 2048 to the em. */
const units = (ascent: number, descent: number, lineGap = 0): LineMetrics => ({
  ascent: ascent / 2048,
  descent: descent / 2048,
  lineGap: lineGap / 2048,
})

/** In ems, measured at 16 pt in a PDF from Word, single line spacing. */
const measured = (ascent: number, height: number): LineMetrics => ({
  ascent,
  descent: height - ascent,
  lineGap: 0,
})

const google = (name: string): string => `@expo-google-fonts/${name}`

/** Regular, bold, italic and bold italic of a package of Google's fonts. */
const fourStyles = (prefix: string): TwinStyle[] => [
  { file: `400Regular/${prefix}_400Regular.ttf`, advances: 'regular' },
  { file: `700Bold/${prefix}_700Bold.ttf`, isBold: true, advances: 'bold' },
  { file: `400Regular_Italic/${prefix}_400Regular_Italic.ttf`, isItalic: true, advances: 'italic' },
  {
    file: `700Bold_Italic/${prefix}_700Bold_Italic.ttf`,
    isBold: true,
    isItalic: true,
    advances: 'boldItalic',
  },
]

const dejaVu = (prefix: string): TwinStyle[] => [
  { file: `ttf/${prefix}.ttf`, advances: 'regular' },
  { file: `ttf/${prefix}-Bold.ttf`, isBold: true, advances: 'bold' },
  { file: `ttf/${prefix}-Oblique.ttf`, isItalic: true, advances: 'italic' },
  { file: `ttf/${prefix}-BoldOblique.ttf`, isBold: true, isItalic: true, advances: 'boldItalic' },
]

/** For fonts of which only the average advance is known. */
const withFactor = (styles: readonly TwinStyle[], advanceFactor: number): TwinStyle[] =>
  styles.map((style) => ({ ...style, advanceFactor }))

const segoeLight: TwinStyle = { file: '300Light/OpenSans_300Light.ttf', advances: 'light' }
/** Average advances: Segoe UI Semibold 973 units, Open Sans SemiBold 1030. */
const segoeSemibold: TwinStyle = {
  file: '600SemiBold/OpenSans_600SemiBold.ttf',
  advanceFactor: 973 / 1030 / 0.934,
}

const georgia: Twin = {
  family: 'Georgia',
  package: google('gelasio'),
  line: units(1878, 449),
  hasKerning: true,
  styles: fourStyles('Gelasio'),
}

/**
 * Fonts of Windows and Apple that no package may contain, each with the free font that looks nearest (ADR 31). Metrics
 * are @capsizecss/metrics 4.3.0's or, where `measured` stands, of a public table of Word's PDFs (`singleMetrics`, GitHub).
 */
export const twins: readonly Twin[] = [
  georgia,
  {
    family: 'Segoe UI',
    package: google('open-sans'),
    scale: 0.934,
    line: units(2210, 514),
    hasKerning: true,
    styles: [
      // Average advances of italic and bold italic: Segoe UI 888 and 969 units, Open Sans 909 and 977.
      ...fourStyles('OpenSans').map((style) =>
        style.isItalic ? { ...style, advanceFactor: (style.isBold ? 969 / 977 : 888 / 909) / 0.934 } : style,
      ),
      segoeLight,
      segoeSemibold,
    ],
  },
  {
    family: 'Segoe UI Light',
    package: google('open-sans'),
    scale: 0.934,
    advancesOf: 'Segoe UI',
    line: units(2210, 514),
    hasKerning: true,
    styles: [segoeLight],
  },
  {
    family: 'Segoe UI Semibold',
    package: google('open-sans'),
    scale: 0.934,
    line: units(2210, 514),
    hasKerning: true,
    styles: [segoeSemibold],
  },
  {
    family: 'Trebuchet MS',
    package: google('fira-sans'),
    scale: 0.993,
    line: units(1923, 455),
    hasKerning: true,
    styles: fourStyles('FiraSans'),
  },
  { family: 'Verdana', package: 'dejavu-fonts-ttf', line: units(2059, 430), styles: dejaVu('DejaVuSans') },
  {
    family: 'Tahoma',
    package: 'dejavu-fonts-ttf',
    line: units(2049, 423),
    // Windows has no italic Tahoma: an engine slants the upright one.
    styles: dejaVu('DejaVuSansCondensed').filter(({ isItalic }) => !isItalic),
  },
  {
    family: 'Lucida Grande',
    package: 'dejavu-fonts-ttf',
    scale: 0.97,
    line: units(1980, 432),
    // Average advances: Lucida Grande 1007 units, Verdana 1049, and DejaVu Sans 0.989 of Verdana's.
    styles: withFactor(dejaVu('DejaVuSans'), 1007 / (1049 * 0.989) / 0.97),
  },
  {
    family: 'Lucida Sans Unicode',
    package: 'dejavu-fonts-ttf',
    scale: 0.97,
    line: measured(1.092, 1.538),
    styles: withFactor(dejaVu('DejaVuSans').slice(0, 1), 1007 / (1049 * 0.989) / 0.97),
  },
  {
    family: 'Lucida Console',
    package: 'dejavu-fonts-ttf',
    line: measured(0.792, 0.997),
    styles: dejaVu('DejaVuSansMono').slice(0, 1),
  },
  {
    family: 'Consolas',
    package: google('inconsolata'),
    scale: 1.07,
    line: units(1884, 514),
    styles: fourStyles('Inconsolata').filter(({ isItalic }) => !isItalic),
  },
  {
    family: 'Comic Sans MS',
    // Comic Relief was made with Comic Sans' advances; only the space of its bold differs.
    package: google('comic-relief'),
    line: units(2257, 597),
    styles: fourStyles('ComicRelief').filter(({ isItalic }) => !isItalic),
  },
  {
    family: 'Impact',
    package: google('anton'),
    scale: 0.95,
    line: units(2066, 432),
    styles: fourStyles('Anton').slice(0, 1),
  },
  {
    family: 'Arial Black',
    package: google('archivo-black'),
    scale: 1.03,
    line: units(2254, 634),
    styles: [{ file: '400Regular/ArchivoBlack_400Regular.ttf' }],
  },
  {
    family: 'Century Gothic',
    package: google('questrial'),
    scale: 1.06,
    line: measured(1.008, 1.222),
    // The package has one weight only; an engine emboldens it without widening it.
    styles: fourStyles('Questrial').slice(0, 1),
  },
  {
    family: 'Palatino Linotype',
    package: google('eb-garamond'),
    scale: 1.15,
    advancesOf: 'Palatino',
    line: measured(1.051, 1.35),
    styles: fourStyles('EBGaramond'),
  },
  {
    family: 'Garamond',
    package: google('eb-garamond'),
    line: measured(0.863, 1.125),
    hasKerning: true,
    styles: fourStyles('EBGaramond'),
  },
  {
    family: 'Cambria',
    package: google('caladea'),
    line: { ascent: 0.95, descent: 0.222, lineGap: 0 },
    hasKerning: true,
    styles: fourStyles('Caladea'),
  },
  {
    family: 'Helvetica Neue',
    package: google('arimo'),
    line: { ascent: 0.952, descent: 0.213, lineGap: 0.028 },
    hasKerning: true,
    // Average advances of regular and bold: Helvetica Neue 450 and 480 of 1000 units, Helvetica 913 and 983 of 2048.
    styles: fourStyles('Arimo').map((style) => ({
      ...style,
      advanceFactor: style.isBold ? 0.48 / (983 / 2048) : 0.45 / (913 / 2048),
    })),
  },
  {
    family: 'San Francisco',
    package: google('inter'),
    // From the heights of capitals: San Francisco 1443 of 2048 units, Inter 1490.
    scale: 0.968,
    line: units(1980, 432),
    hasKerning: true,
    // 0.966: Apple tracks text of 14 to 17 points closer by 11 to 25 thousandths of an em (Human Interface Guidelines,
    // typography, tracking values).
    styles: [
      ...withFactor(fourStyles('Inter'), 0.966),
      { file: '600SemiBold/Inter_600SemiBold.ttf', advanceFactor: 0.966 },
      { file: '500Medium/Inter_500Medium.ttf', advanceFactor: 0.966 },
      { file: '300Light/Inter_300Light.ttf', advanceFactor: 0.966 },
    ],
  },
  ...['Avenir', 'Avenir Next'].map((family): Twin => ({
    family,
    package: google('nunito-sans'),
    // An engineering default: no published line metrics were found.
    line: { ascent: 1, descent: 0.366, lineGap: 0 },
    hasKerning: true,
    styles: fourStyles('NunitoSans'),
  })),
]

/** Lays out text in whole pixels, as GDI does. */
export interface PixelProgram extends WholePixels {
  name: string
}

/** A page gets it only by its own name (`pixelTwinName`), never for the real font's. */
export interface PixelTwin {
  twin: Twin
  /** Measured advances, by program and style. */
  hinted?: Readonly<Record<string, Partial<Record<AdvanceStyle, HintedAdvances>>>>
}

const word = 'Word at 96 dpi'
const internetExplorer = 'Internet Explorer'

export const pixelPrograms: readonly PixelProgram[] = [
  { name: word, density: 1 },
  { name: 'Word at 120 dpi', density: 1.25 },
  { name: internetExplorer, density: 1 },
]

/** For example `Twin of Georgia in Word at 96 dpi`. */
export const pixelTwinName = (family: string, { name }: PixelProgram): string =>
  `${twinName(family)} in ${name}`

/**
 * Fonts in whole pixels. `hinted` was fitted, within half a pixel, to words in evidence/geometry/facts: 826 of Georgia in
 * Outlook, 764 in Notes, 89 of Times New Roman in Notes; other letters are rounded. Liberation serves for Arial.
 */
export const pixelTwins: readonly PixelTwin[] = [
  {
    twin: georgia,
    hinted: {
      [word]: { regular: { 16: { h: 10, m: 15, n: 10, u: 10 } } },
      [internetExplorer]: { regular: { 16: { '-': 10, c: 8, i: 4, l: 4, o: 8, v: 9 } } },
    },
  },
  {
    twin: {
      family: 'Arial',
      package: google('arimo'),
      line: units(1854, 434, 67),
      styles: fourStyles('Arimo'),
    },
  },
  {
    twin: {
      family: 'Times New Roman',
      package: google('tinos'),
      line: units(1825, 443, 87),
      styles: fourStyles('Tinos'),
    },
    hinted: {
      [internetExplorer]: {
        regular: { 16: { f: 4, g: 7, h: 7, i: 3, l: 3, m: 11, n: 7, u: 7, v: 7, w: 11, x: 7, y: 7 } },
      },
    },
  },
]
