import { entireMetricsCollection as published } from '@capsizecss/metrics/entireMetricsCollection'
import { fontsInPixels, type PixelProgram } from '@pas/email-clients/engine/fonts-in-pixels'
import sharp from 'sharp'
import { findRealAdvances, type AdvanceStyle } from '../../../tools/fonts/src/real-advances'
import { pixelPrograms, pixelTwins } from '../../../tools/fonts/src/twins'
import { sharedEngine } from './shared-engine'
import { desktopFrame, type TestChromium } from './test-chromium'

const letters = [
  'abcdefghijklmnopqrstuvwxyz',
  'ABCDEFGHIJKLMNOPQRSTUVWXYZ',
  '0123456789 !#$%()*+,-./:;=?@[]_{|}',
] as const

const css: Partial<Record<AdvanceStyle, string>> = {
  light: 'font-weight:300',
  regular: '',
  bold: 'font-weight:700',
  italic: 'font-style:italic',
  boldItalic: 'font-weight:700;font-style:italic',
}
const all: AdvanceStyle[] = ['regular', 'bold', 'italic', 'boldItalic']

/**
 * The fonts whose real advances are known. All are Windows' except the last two, Apple's, which other clients cannot
 * name and so are drawn by their twins' names.
 */
const fonts: [drawn: string, real: string, styles: AdvanceStyle[]][] = [
  ['Arial', 'Arial', all],
  ['Times New Roman', 'Times New Roman', all],
  ['Courier New', 'Courier New', all],
  ['Calibri', 'Calibri', all],
  ['Georgia', 'Georgia', all],
  ['Trebuchet MS', 'Trebuchet MS', all],
  ['Verdana', 'Verdana', all],
  ['Segoe UI', 'Segoe UI', ['light', 'regular', 'bold']],
  ['Tahoma', 'Tahoma', ['regular', 'bold']],
  ['Consolas', 'Consolas', ['regular', 'bold']],
  ['Comic Sans MS', 'Comic Sans MS', ['regular']],
  ['Impact', 'Impact', ['regular']],
  ['Century Gothic', 'Century Gothic', ['regular']],
  ['Palatino Linotype', 'Palatino', all],
  ['Book Antiqua', 'Palatino', all],
  ['Twin of Avenir', 'Avenir', all],
  ['Twin of Avenir Next', 'Avenir Next', all],
]

const fontSize = 40
const barHeight = 8
const rowHeight = 12

describe('fonts that emails name', () => {
  let chromium: TestChromium
  beforeAll(async () => {
    chromium = await sharedEngine('chromium')
  })

  it('have the advances of the real fonts, to within 1.5 px on a line of 500 px', async () => {
    const rows = fonts.flatMap(([drawn, real, styles]) => styles.map((style) => ({ drawn, real, style })))
    const bars = (drawn: string, style: AdvanceStyle): string =>
      letters
        .map((text) => `<b style="font-family:'${drawn}',monospace;${css[style] ?? ''}">${text}</b>`)
        .join('')
    const { widths } = await measure(
      `<style>body{margin:0}div{height:${rowHeight}px;font-size:0;white-space:nowrap}
      b{display:inline-block;vertical-align:top;height:${barHeight}px;overflow:hidden;margin-right:20px;background:#000;color:transparent;
      font-size:${fontSize}px;font-weight:400;font-kerning:none;font-variant-ligatures:none;white-space:pre}</style>
      ${rows.map(({ drawn, style }) => `<div>${bars(drawn, style)}</div>`).join('')}`,
    )
    const wrong = rows.flatMap(({ drawn, real, style }, row) =>
      letters.flatMap((text, part) => {
        const advances = findRealAdvances(real, style)
        const expected = Array.from(text).reduce(
          (sum, one) => sum + (advances?.get(one) ?? NaN) * fontSize,
          0,
        )
        const seen = widths(row * rowHeight + 1)[part] ?? 0
        return Math.abs(seen - expected) <= 1.5 ? [] : [{ drawn, style, text, expected, seen }]
      }),
    )
    expect(wrong).toEqual([])
  })

  // GDI's widths: rounded to whole device pixels, or as hinting makes them. `density` is device pixels per CSS pixel.
  it.each(pixelPrograms)('have whole pixels as advances in $name', async (program) => {
    const shown = ['n', 'i', 'e', 'W', '7']
    const rows = pixelTwins.flatMap(({ twin, hinted }) =>
      [9, 12, 16, 21].map((size) => ({ family: twin.family, size, hinted: hinted?.[program.name]?.regular })),
    )
    const { widths } = await measure(
      `<style>${fontsInPixels(program.name as PixelProgram)}body{margin:0}div{height:${rowHeight}px;font-size:0;white-space:nowrap}
      b{display:inline-block;vertical-align:top;height:${barHeight}px;overflow:hidden;margin-right:20px;background:#000;color:transparent;
      font-weight:400}</style>
      ${rows.map(({ family, size }) => `<div style="font-family:'${family}',monospace">${shown.map((one) => `<b style="font-size:${size}px">${one.repeat(20)}</b>`).join('')}</div>`).join('')}`,
    )
    const wrong = rows.flatMap(({ family, size, hinted }, row) =>
      shown.flatMap((one, part) => {
        const pixelsPerEm = size * program.density
        const rounded = Math.round((findRealAdvances(family, 'regular')?.get(one) ?? NaN) * pixelsPerEm)
        const expected = (20 * (hinted?.[pixelsPerEm]?.[one] ?? rounded)) / program.density
        const seen = widths(row * rowHeight + 1)[part] ?? 0
        return Math.abs(seen - expected) <= 1 ? [] : [{ family, size, one, expected, seen }]
      }),
    )
    expect(wrong).toEqual([])
  })

  it.each([
    ['Arial', published.arial],
    ['Courier New', published.courierNew],
    ['Georgia', published.georgia],
    ['Segoe UI', published.segoeUI],
    ['Tahoma', published.tahoma],
    ['Times New Roman', published.timesNewRoman],
    ['Trebuchet MS', published.trebuchetMS],
    ['Verdana', published.verdana],
    ['Twin of Helvetica Neue', published.helveticaNeue],
    ['Twin of Lucida Grande', published.lucidaGrande],
    ['Twin of San Francisco', published.appleSystem],
  ])('%s has the height of a normal line, and its baseline, as published', async (family, real) => {
    const picture = await chromium.draw(
      `<!DOCTYPE html><body style="margin:0"><div style="font:100px '${family}',monospace;background:#000"><i style="display:inline-block;width:60px;height:1px;background:#fff">`,
    )
    const column = await greys(picture.png, { left: 30, top: 0, width: 1, height: picture.height })
    const em = 100 / real.unitsPerEm
    expect(column.lastIndexOf(0) + 1).toBeGreaterThanOrEqual(
      (real.ascent - real.descent + real.lineGap) * em - 1.5,
    )
    expect(column.lastIndexOf(0) + 1).toBeLessThanOrEqual(
      (real.ascent - real.descent + real.lineGap) * em + 1.5,
    )
    expect(Math.abs(column.indexOf(255) + 1 - (real.ascent + real.lineGap / 2) * em)).toBeLessThanOrEqual(2)
  })

  it('cannot be named by the free fonts that replace them', async () => {
    const widthOf = async (family: string): Promise<number | undefined> => {
      const { widths } = await measure(
        `<body style="margin:0"><b style="font-family:${family};font-size:${fontSize}px;background:#000;color:transparent">wide</b>`,
      )
      return widths(20)[0]
    }
    const mono = await widthOf('monospace')
    for (const family of [
      'Gelasio',
      "'Open Sans'",
      'Inter',
      "'Comic Relief'",
      '-apple-system',
      "'Helvetica Neue'",
    ])
      expect([family, await widthOf(`${family},monospace`)]).toEqual([family, mono])
  })

  /** Draws HTML; `widths` gives the lengths of the black runs in a row of pixels. */
  async function measure(html: string): Promise<{ widths: (y: number) => number[] }> {
    const { png, width, height } = await chromium.draw(`<!DOCTYPE html>${html}`, {
      frame: { ...desktopFrame, width: 2600 },
    })
    const data = await greys(png, { left: 0, top: 0, width, height })
    return {
      widths: (y) => {
        const line = data.subarray(y * width, (y + 1) * width)
        return Array.from(line, (grey) => (grey < 128 ? '#' : ' '))
          .join('')
          .split(/ +/)
          .map((part) => part.length)
          .filter((length) => length > 0)
      },
    }
  }
})

interface Region {
  left: number
  top: number
  width: number
  height: number
}

const greys = (png: Buffer, region: Region): Promise<Buffer> =>
  sharp(png).extract(region).removeAlpha().greyscale().raw().toBuffer()
