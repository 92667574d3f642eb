import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import type { TestEngine } from './test-engine'

const red = '#ff0000'
const blue = '#0000ff'
const phone = { width: 400, height: 700, deviceScaleFactor: 2, mobile: false, colorScheme: 'light' } as const
const standards = '<!DOCTYPE html>'

/** Rows of a picture whose first pixel has another colour than the last. */
async function oddRows({ png }: Picture): Promise<number> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  const row = info.width * 3
  return [...Array(info.height).keys()].filter(
    (y) => !data.subarray(y * row, y * row + 3).equals(data.subarray((y + 1) * row - 3, (y + 1) * row)),
  ).length
}

/** The tests of which part of a page becomes the picture. */
export function describeMessageArea(name: 'chromium' | 'webkit'): void {
  describeWithEngine(name, `the part of a page that is captured in ${name}`, () => {
    let engine: TestEngine
    beforeAll(async () => {
      engine = await sharedEngine(name)
    })
    const draw = (html: string, document: Partial<HtmlDocument> = {}): Promise<Picture> =>
      engine.draw(html, { frame: phone, ...document })

    it.each([
      [
        'a fixed table beside one of 100 %',
        `<body style="margin:0"><table width="100%" bgcolor="red" cellspacing="0"><tr><td height="40"></td></tr></table><table width="640" bgcolor="blue" cellspacing="0"><tr><td height="40"></td></tr></table>`,
      ],
      [
        'a body that is 100 % wide and has padding',
        `<body style="margin:0;padding:0 16px;width:100%;background:#f00"><p style="background:#00f;margin:0 -16px;height:30px">`,
      ],
      [
        'a body that is as wide as its window and has a margin of its own',
        '<body style="width:100% !important;margin:0;background:#f00"><p>',
      ],
      [
        'a line that does not break',
        '<body style="margin:0;background:#f00;color:#f00"><p style="white-space:nowrap">' +
          'word '.repeat(200),
      ],
      [
        'a box far to the right',
        '<body style="margin:0;background:#f00"><div style="position:absolute;left:9000px">x</div>',
      ],
    ])('is exactly as wide as the device, with no gap at its right: %s', async (_what, html) => {
      for (const doctype of ['', standards]) {
        const picture = await draw(doctype + html, { tooWide: 'scaled', leastHeight: 50 })
        expect(picture.width).toBe(800)
        expect(await oddRows(picture)).toBe(0)
      }
    })

    it('is cut at the right edge when the client does not scale messages', async () => {
      const html = `${standards}<body style="margin:0"><div style="width:400px;height:50px;background:#f00;border-right:400px solid #00f">`
      const picture = await draw(html, { tooWide: 'cut', leastHeight: 50 })
      expect(picture).toMatchObject({ width: 800, height: 100, truncated: false })
      expect(await oddRows(picture)).toBe(0)
    })

    it('is laid out in the width it needs and then scaled down: lines break as they do at that width', async () => {
      const words =
        '<p style="width:800px;margin:0;font:13px/20px Arial">' + 'Words of several lengths. '.repeat(20)
      const html = `${standards}<body style="margin:0">${words}`
      const [large, small] = [
        await draw(html, { frame: { ...phone, width: 800 }, leastHeight: 10 }),
        await draw(html, { tooWide: 'scaled', leastHeight: 10 }),
      ]
      expect([small.width, small.height]).toEqual([large.width / 2, large.height / 2])
      const difference = await meanDifference(large, small)
      expect(difference).toBeLessThan(3)
    })

    it('shows the whole of a window that the client zooms out', async () => {
      const html = `${standards}<style>body{margin:0}@media (width:800px) and (min-resolution:2dppx){body{background:#f00}}</style><div style="height:100px;background:#00f">`
      const picture = await draw(html, {
        frame: { ...phone, width: 800, zoom: 0.5 },
        tooWide: 'scaled',
        leastHeight: 100,
      })
      expect(picture).toMatchObject({ width: 800, height: 200 })
      expect([await pixel(picture, 790, 95), await pixel(picture, 790, 110)]).toEqual([blue, red])
    })

    it.each(['', standards])('ends with the message, also in a higher window: "%s"', async (doctype) => {
      const html = `${doctype}<body style="margin:10px 0"><p style="margin:0;height:100px;background:#f00"></p><p style="margin:0 0 30px"></p>`
      const picture = await draw(html, { leastHeight: 10 })
      expect(picture.height).toBeGreaterThanOrEqual(2 * 110)
      expect(picture.height).toBeLessThanOrEqual(2 * 150)
      const placed = await draw(`${html}<div style="position:absolute;top:290px;height:10px;width:9px">`, {
        leastHeight: 10,
      })
      expect(placed.height).toBe(600)
    })

    it('is never lower than a small window, also below an element and when it is scaled down', async () => {
      const html = `${standards}<body style="margin:0;background:#f00"><div id="m" style="width:100px;height:20px"></div>`
      expect((await draw(html, { leastHeight: 200 })).height).toBe(400)
      const part = await draw(html, { leastHeight: 200, captureSelector: '#m' })
      expect(part).toMatchObject({ width: 200, height: 400 })
      expect(await pixel(part, 100, 390)).toBe(red)
      const wide = `${html}<div style="width:1500px;height:20px">`
      expect(Math.abs((await draw(wide, { leastHeight: 320, tooWide: 'scaled' })).height - 640)).toBeLessThan(
        2,
      )
    })

    it('is as high as the window when the message says so', async () => {
      const html = `${standards}<body style="margin:0"><div style="height:100vh;background:#f00">`
      expect((await draw(html, { leastHeight: 10 })).height).toBe(1_400)
    })

    it('matches the media queries of nearly every reader: motion, normal contrast, a light theme, a mouse, a screen', async () => {
      const queries = [
        '(prefers-reduced-motion:no-preference)',
        '(prefers-contrast:no-preference)',
        '(prefers-color-scheme:light)',
        '(update:fast)',
        '(hover:hover) and (any-hover:hover)',
        '(pointer:fine) and (any-pointer:fine)',
        '(resolution:2dppx)',
      ]
      const html = `${standards}<style>body{margin:0}div{height:20px;background:#f00}${queries.map((query, at) => `@media ${query}{.q${at}{background:#00f}}`).join('')}</style>${queries.map((_query, at) => `<div class="q${at}"></div>`).join('')}`
      const picture = await draw(html)
      const answers = await Promise.all(queries.map((_query, at) => pixel(picture, 10, at * 40 + 20)))
      expect(answers).toEqual(queries.map(() => blue))
    })
  })
}

async function meanDifference(one: Picture, other: Picture): Promise<number> {
  const [before, after] = await Promise.all(
    [one, other].map(({ png }) => sharp(png).resize(400).greyscale().raw().toBuffer()),
  )
  if (!before || !after) throw new Error('no picture')
  return before.reduce((sum, value, at) => sum + Math.abs(value - (after[at] ?? 0)), 0) / before.length
}
