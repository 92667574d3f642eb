import sharp from 'sharp'
import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import { unwrapOfficeElements } from '@pas/email-clients/clients/word/steps/vml/unwrap-office-elements'
import { inlineRules } from '@pas/email-clients/clients/word/steps/inline-rules'
import { wordLayout } from '@pas/email-clients/clients/word/steps/layout/word-layout'
import { wordVml } from '@pas/email-clients/clients/word/steps/vml/word-vml'
import { drawWithSteps } from '../../../packages/email-clients/tests/draw-with-steps'
import type { EngineDocument, Picture } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'
import { pixel, type TestChromium } from './test-chromium'

const red = '#ff0000'
const blue = '#0000ff'
const green = '#00ff00'
const white = '#ffffff'

describe('the picture of what Word draws', () => {
  let chromium: TestChromium
  let files: Record<string, string>
  beforeAll(async () => {
    chromium = await sharedEngine('chromium')
    files = {
      // A red image with a blue upper left quarter.
      'quarter.png': await pngOf(40, 40, blue, 20, 20),
      'wide.png': await pngOf(100, 50, red, 0, 0),
      'dot.png': await pngOf(1, 1, red, 0, 0),
      'tall.png': await pngOf(10, 4000, blue, 10, 1000),
    }
  })

  async function pngOf(
    width: number,
    height: number,
    corner: string,
    cornerWidth: number,
    cornerHeight: number,
  ) {
    const whole = sharp({ create: { width, height, channels: 3, background: red } })
    if (cornerWidth === 0) return dataUrl(await whole.png().toBuffer())
    const part = { width: cornerWidth, height: cornerHeight, channels: 3 as const, background: corner }
    const input = await sharp({ create: part }).png().toBuffer()
    return dataUrl(
      await whole
        .composite([{ input, left: 0, top: 0 }])
        .png()
        .toBuffer(),
    )
  }

  const dataUrl = (png: Buffer) => `data:image/png;base64,${png.toString('base64')}`

  async function draw(inBody: string, version: 2007 | 2019 = 2019) {
    const sent = `<html xmlns:v="urn:schemas-microsoft-com:vml"><body style="margin:0" topmargin="0" leftmargin="0">${inBody}</body></html>`
    const { page } = drawWithSteps(
      [...wordVml(version), unwrapOfficeElements, inlineRules, ...wordLayout(version)],
      sent,
    )
    const html = page.replace(
      /http:\/\/assets\.invalid\/frozen\/https%3A%2F%2Fx\.y%2F([\w.]+)/g,
      (_, file: string) => files[file] ?? '',
    )
    return chromium.draw(html)
  }

  it('stretches an image to at most 65 times the width of its file', async () => {
    const stretched = async (size: string) => {
      const sent = `<body style="margin:0" topmargin="0" leftmargin="0"><img src="https://x.y/dot.png" ${size}></body>`
      const word = findEmailClient('OL365')
      if (!word) throw new Error('OL365 is not in the catalogue')
      const content = { html: sent, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
      const { document } = emulate(word, content, {
        orientation: 'vertical',
        images: 'allowed',
        assetUrl: () => files['dot.png'] ?? null,
      })
      if (document.kind !== 'html') throw new Error('Word shows no HTML')
      const { html, ...rest } = document
      return redArea(await chromium.draw(html, rest))
    }
    expect(await stretched('width="100" height="50"')).toEqual({ width: 65, height: 50 })
    expect(await stretched('width="64" height="50"')).toEqual({ width: 64, height: 50 })
  })

  async function redArea({ png }: Picture): Promise<{ width: number; height: number }> {
    const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
    const isRed = (x: number, y: number): boolean => {
      const at = (y * info.width + x) * 3
      return data[at] === 255 && data[at + 1] === 0 && data[at + 2] === 0
    }
    const columns = [...Array(info.width).keys()].filter((x) =>
      [...Array(info.height).keys()].some((y) => isRed(x, y)),
    )
    const rows = [...Array(info.height).keys()].filter((y) => columns.some((x) => isRed(x, y)))
    return { width: columns.length, height: rows.length }
  }

  it('gives all cells of a row the height that the largest padding among them needs', async () => {
    const cell = (style: string) => `<td bgcolor="#0000ff" style="font-size:1px;${style}">&nbsp;</td>`
    const mark =
      '<table cellspacing="0" cellpadding="0" width="10" height="10" bgcolor="#ff0000"><tr><td style="font-size:1px">&nbsp;</td></tr></table>'
    const picture = await draw(
      `<table cellspacing="0"><tr valign="top"><td style="padding:50px 0 0" bgcolor="#0000ff">${mark}</td><td style="padding:0">${mark}</td>${cell('')}</tr></table>`,
    )
    expect(await pixel(picture, 5, 55)).toBe(red)
    expect(await pixel(picture, 15, 55)).toBe(red)
    expect(await pixel(picture, 15, 25)).toBe(white)
  })

  it('cuts off the corners of a roundrect and centres its text', async () => {
    const picture = await draw(
      '<v:roundrect stroke="f" fillcolor="#0000ff" arcsize="50%" style="width:100px;height:40px;v-text-anchor:middle"><v:textbox inset="0,0,0,0"><table cellspacing="0" cellpadding="0" width="10" height="10" bgcolor="#ff0000"><tr><td style="font-size:1px">&nbsp;</td></tr></table></v:textbox></v:roundrect>',
    )
    expect(await pixel(picture, 1, 1)).toBe(white)
    expect(await pixel(picture, 98, 38)).toBe(white)
    expect(await pixel(picture, 50, 1)).toBe(blue)
    expect(await pixel(picture, 97, 20)).toBe(blue)
    expect(await pixel(picture, 5, 20)).toBe(red)
    expect(await pixel(picture, 5, 13)).not.toBe(red)
    expect(await pixel(picture, 5, 27)).not.toBe(red)
  })

  it('repeats a tile and stretches a frame', async () => {
    const rect = (fill: string) =>
      `<div><v:rect stroke="f" style="width:120px;height:80px"><v:fill src="https://x.y/quarter.png" ${fill}/></v:rect></div>`
    const picture = await draw(`${rect('type="tile"')}${rect('type="frame"')}`)
    for (const [x, y, color] of [
      [10, 10, blue],
      [30, 10, red],
      [50, 10, blue],
      [90, 50, blue],
      [110, 70, red],
      [10, 90, blue],
      [50, 110, blue],
      [70, 90, red],
      [50, 130, red],
    ] as const) {
      expect([x, y, await pixel(picture, x, y)]).toEqual([x, y, color])
    }
  })

  it('grows a shape that fits its text, and cuts the text of one that does not', async () => {
    const text =
      '<table cellspacing="0" cellpadding="0" width="20" height="90" bgcolor="#ff0000"><tr><td></td></tr></table>'
    const rect = (style: string) =>
      `<v:rect stroke="f" fillcolor="#00ff00" style="width:60px;height:30px"><v:textbox inset="0,0,0,0" style="${style}">${text}</v:textbox></v:rect>`
    const picture = await draw(`<div>${rect('mso-fit-shape-to-text:t')}</div><div>${rect('')}</div>`)
    expect(await pixel(picture, 40, 85)).toBe(green)
    expect(await pixel(picture, 10, 85)).toBe(red)
    expect(await pixel(picture, 10, 115)).toBe(red)
    expect(await pixel(picture, 10, 125)).toBe(white)
  })

  it('fills a path, draws a line, and places the shapes of a group', async () => {
    const picture = await draw(
      '<div><v:shape stroke="f" fillcolor="#0000ff" style="width:100px;height:100px" coordsize="10,10" path="m0,0l10,0,0,10xe"/></div>' +
        '<div><v:line from="0,0" to="100px,0" strokecolor="#ff0000" strokeweight="6px"/></div>' +
        '<div><v:group style="width:100px;height:100px" coordsize="10,10"><v:rect stroke="f" fillcolor="#00ff00" style="left:5;top:5;width:5;height:5"/></v:group></div>',
    )
    expect(await pixel(picture, 20, 20)).toBe(blue)
    expect(await pixel(picture, 80, 80)).toBe(white)
    expect(await pixel(picture, 50, 101)).toBe(red)
    expect(await pixel(picture, 75, 175)).toBe(green)
    expect(await pixel(picture, 25, 125)).toBe(white)
  })

  it("scales an image by its file's size, and cuts off a high one in Outlook 2007", async () => {
    const half = await draw('<img style="display:block" src="https://x.y/wide.png" width="50%">')
    expect(await pixel(half, 48, 23)).toBe(red)
    expect(await pixel(half, 52, 10)).toBe(white)
    expect(await pixel(half, 10, 27)).toBe(white)
    const image = '<img style="display:block" src="https://x.y/tall.png" width="10"'
    for (const tall of [`${image}>`, `${image} height="4000">`]) {
      const cut = await draw(tall, 2007)
      expect(cut.height).toBe(1728)
      expect(await pixel(cut, 5, 990)).toBe(blue)
      expect(await pixel(cut, 5, 1010)).toBe(red)
      expect((await draw(tall)).height).toBe(4000)
    }
  })

  it("draws the line of MJML's divider once, and twice where the paragraph has a line end in it", async () => {
    const divider = (inside: string) =>
      `<p style="border-top:4px solid #ff0000;margin:0;font-size:1px">${inside}</p><table cellspacing="0" cellpadding="0" width="100"><tr><td style="border-top:4px solid #0000ff;font-size:1px">&nbsp;</td></tr></table>`
    expect(await pixel(await draw(divider('')), 50, 1)).toBe(blue)
    expect(await pixel(await draw(divider('\n')), 50, 1)).toBe(red)
  })

  it('draws the background of a paragraph in the space after it, too, from its indent on', async () => {
    const picture = await draw(
      '<p style="background:#0000ff;margin:0 0 30px 40px;line-height:20px">&nbsp;</p>',
    )
    expect(await pixel(picture, 20, 10)).toBe(white)
    expect(await pixel(picture, 60, 45)).toBe(blue)
    expect(await pixel(picture, 60, 60)).toBe(white)
  })

  it("draws a paragraph's border outside of its indent, and the background of a division behind its lines", async () => {
    const style =
      'margin:20px;padding:10px;border:2px solid #ff0000;background:#0000ff;line-height:20px;font-size:9pt'
    const paragraph = await draw(`<p style="${style}">&nbsp;</p>`)
    expect(await pixel(paragraph, 5, 40)).toBe(white)
    expect(await pixel(paragraph, 9, 40)).toBe(red)
    expect(await pixel(paragraph, 12, 40)).toBe(blue)
    const division = await draw(`<div style="${style}">&nbsp;</div>`)
    expect(await pixel(division, 12, 40)).toBe(white)
    expect(await pixel(division, 21, 40)).toBe(red)
    expect(await pixel(division, 27, 40)).toBe(white)
    expect(await pixel(division, 35, 40)).toBe(blue)
  })

  it.each(['OL2016', 'OL2016DPI120', 'OL365DARK'])(
    'of %s ends where the limit on pixels ends it and says so, and not where Word ignores a height',
    async (code) => {
      const emailClient = findEmailClient(code)
      if (!emailClient) throw new Error(`no ${code}`)
      const drawAs = (html: string) => {
        const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
        const options = { orientation: 'vertical', images: 'allowed', assetUrl: () => null } as const
        return chromium.capture(emulate(emailClient, content, options).document as EngineDocument)
      }
      expect(await drawAs('<p>line</p>'.repeat(4_000))).toMatchObject({ height: 16_384, truncated: true })
      expect(await drawAs('<table width="200000" bgcolor="#ff0000"><tr><td>x</table>')).toMatchObject({
        width: 16_384,
        truncated: true,
      })
      // caniemail css-height: Word has none for a div.
      const ignored = await drawAs('<div style="height:100000px;background:#f00">x</div>')
      expect(ignored.height).toBeLessThan(1_000)
      expect(ignored.truncated).toBe(false)
    },
  )
})
