import { findEmailClient } from '@pas/email-clients/catalogue'
import { emulate } from '@pas/email-clients/emulate'
import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'

type Colour = readonly [red: number, green: number, blue: number]
const red: Colour = [255, 0, 0]
const green: Colour = [0, 128, 0]
const blue: Colour = [0, 0, 255]
const yellow: Colour = [255, 255, 0]

/** Draws an email in an email client, at one pixel for a CSS pixel; all its images are `image`. */
async function drawIn(code: string, html: string, image = ''): Promise<Picture> {
  const emailClient = findEmailClient(code)
  if (!emailClient) throw new Error(`${code} is not in the catalogue`)
  const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
  const assetUrl = (): string => image
  const { document } = emulate(emailClient, content, { orientation: 'vertical', images: 'allowed', assetUrl })
  if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
  const engine = await sharedEngine(emailClient.engine === 'webkit' ? 'webkit' : 'chromium')
  return engine.capture({ ...document, frame: { ...document.frame, deviceScaleFactor: 1 } })
}

/** The box around the pixels of a colour: its left and top edge and its size. Null if there are none. */
async function boxOf({ png }: Picture, wanted: (colour: Colour) => boolean): Promise<number[] | null> {
  const { data, info } = await sharp(png).removeAlpha().raw().toBuffer({ resolveWithObject: true })
  let [left, top, right, bottom] = [Infinity, Infinity, -1, -1]
  for (let at = 0; at < data.length; at += 3) {
    if (!wanted([data[at] ?? 0, data[at + 1] ?? 0, data[at + 2] ?? 0])) continue
    const [x, y] = [(at / 3) % info.width, Math.floor(at / 3 / info.width)]
    left = Math.min(left, x)
    right = Math.max(right, x)
    top = Math.min(top, y)
    bottom = Math.max(bottom, y)
  }
  return right < 0 ? null : [left, top, right - left + 1, bottom - top + 1]
}
const near =
  (wanted: Colour) =>
  (colour: Colour): boolean =>
    colour.every((part, at) => Math.abs(part - (wanted[at] ?? 0)) <= 3)
const bluish = ([r, g, b]: Colour): boolean => b > 90 && b > 2 * r && b > g + 40

const data = 'Call +49 30 12345678<br>on 12 March 2027'
const dataIn = (head: string): string =>
  `<!DOCTYPE html><html><head>${head}</head><body style="margin:0"><table id="a"><tr><td id="b" width="300" style="background:#000000;color:#ffffff;font:20px Arial">${data}</td></tr></table></body></html>`

export function describeSingleClientsInChromium(): void {
  describe('a list of fonts that an Android phone does not have', () => {
    it.each([
      'ANDROID15GMAILAPP',
      'ANDROIDGMAILIMAP',
      'ANDROIDSAMSUNG15',
      'ANDROID15OUTLOOK',
      'YAHOOANDROID',
      'K9MAIL',
      'PROTONANDROID',
    ])('is drawn in sans-serif by %s', async (code) => {
      const text = (font: string, colour: string): string =>
        `<p style="margin:0;color:${colour};font:32px ${font}">MMMMMMMM</p>`
      const picture = await drawIn(
        code,
        `<body>${text("'Helvetica Neue'", '#ff0000')}${text('sans-serif', '#0000ff')}${text('serif', '#008000')}</body>`,
      )
      const [unknown, sans, serif] = await Promise.all([red, blue, green].map((c) => boxOf(picture, near(c))))
      expect(unknown?.[2]).toBeGreaterThan(0)
      expect(unknown?.[2]).toBe(sans?.[2])
      expect(unknown?.[2]).not.toBe(serif?.[2])
    })
  })

  it.each(['CHROMEYAHOO', 'CHROMEAOLONLINE'])('%s drops the style of the body', async (code) => {
    const picture = await drawIn(
      code,
      '<body style="background-color:#ff0000;padding:16px"><div style="background-color:#ffff00;width:300px">words</div></body>',
    )
    expect(await boxOf(picture, near(red))).toBeNull()
    const inside = await drawIn(
      code,
      '<body><div style="background-color:#ffff00;width:300px">words</div></body>',
    )
    expect(await boxOf(picture, near(yellow))).toEqual(await boxOf(inside, near(yellow)))
  })

  describe('what is detected in the text', () => {
    it.each(['ANDROIDSAMSUNG6', 'ANDROIDSAMSUNG15', 'ANDROID15OUTLOOK'])(
      'is a blue link in %s',
      async (code) => {
        const [, , , height = 0] = (await boxOf(await drawIn(code, dataIn('')), bluish)) ?? []
        expect(height).toBeGreaterThan(code === 'ANDROID15OUTLOOK' ? 12 : 30)
      },
    )

    it.each([
      ['ANDROIDSAMSUNG15', '#MessageViewBody a{color:inherit;text-decoration:none}'],
      ['ANDROID15OUTLOOK', '.ms-outlook-linkify{color:inherit !important}'],
    ])('has the colour around it in %s where the email says so', async (code, css) => {
      const own = '<a href="https://x.y" style="color:#0000ff">link</a>'
      const picture = await drawIn(code, dataIn(`<style>${css}</style>`))
      expect(await boxOf(picture, bluish)).toBeNull()
      const linked = await drawIn(code, dataIn(`<style>${css}</style>`).replace('Call', own))
      expect(await boxOf(linked, near(blue))).not.toBeNull()
    })
  })

  it('T-Online drops a style attribute with table-layout:fixed', async () => {
    const table = (layout: string, text: string): string =>
      `<table bgcolor="#ff0000" style="width:300px;background:#008000;table-layout:${layout}"><tr><td>${text}</td></tr></table>`
    const picture = await drawIn('CHROMETONLINEDE', table('auto', 'first') + table('fixed', 'second'))
    expect((await boxOf(picture, near(green)))?.[2]).toBe(300)
    const [, , width = 0, height = 0] = (await boxOf(picture, near(red))) ?? []
    expect(width).toBeGreaterThan(20)
    expect(width).toBeLessThan(100)
    expect(height).toBeLessThan(40)
  })

  it('Samsung Email places nothing by inset and its longhands', async () => {
    const box = (css: string): string =>
      `<div style="position:relative;height:90px"><div style="position:absolute;width:20px;height:20px;background:#ff0000;${css}"></div></div>`
    const still = await boxOf(await drawIn('ANDROIDSAMSUNG15', box('')), near(red))
    for (const css of ['inset:40px', 'inset-inline:40px', 'inset-block-start:40px'])
      expect(await boxOf(await drawIn('ANDROIDSAMSUNG15', box(css)), near(red))).toEqual(still)
  })
}

export function describeSingleClientsInWebKit(): void {
  describeWithEngine('webkit', 'single email clients', () => {
    it.each(['OUTLOOKNEWMAC', 'OUTLOOKNEWMACDARK'])('%s draws mail links in its own blue', async (code) => {
      const block = (href: string): string =>
        `<a href="${href}" style="color:#ff0000 !important;font:40px Arial;text-decoration:none">███</a>`
      const mail = await drawIn(code, block('mailto:a@x.y'))
      expect(await boxOf(mail, near([0, 120, 212]))).not.toBeNull()
      expect(await boxOf(mail, near(red))).toBeNull()
      const web = await drawIn(code, block('https://x.y/'))
      expect(await boxOf(web, near([0, 120, 212]))).toBeNull()
    })

    it.each([
      ['an object with the type of a picture', '<object type="image/png" data="https://x.y/a">no</object>'],
      ['an object whose address is a picture', '<object data="https://x.y/a.png">no</object>'],
    ])('IPHONE17 shows %s', async (_what, html) => {
      const png = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#ff0000' } })
        .png()
        .toBuffer()
      const picture = await drawIn('IPHONE17', html, `data:image/png;base64,${png.toString('base64')}`)
      expect((await boxOf(picture, near(red)))?.slice(2)).toEqual([60, 40])
    })

    it.each([
      ['', true],
      [
        '<style>#a #b a[x-apple-data-detectors]{color:inherit !important;text-decoration:none !important}</style>',
        false,
      ],
      [
        '<style>a[x-apple-data-detectors]{color:inherit !important;text-decoration:none !important}</style>',
        true,
      ],
    ])('OUTLOOKIOS26 makes blue links of dates, with %s: %s', async (head, isBlue) => {
      expect((await boxOf(await drawIn('OUTLOOKIOS26', dataIn(head)), bluish)) !== null).toBe(isBlue)
    })

    it.each(['in a style attribute', 'in a style element'])(
      'OUTLOOKIOS26 honours justify-content %s',
      async (where) => {
        const css = 'display:flex;justify-content:flex-end'
        const dot = '<div style="width:20px;height:20px;background:#ff0000"></div>'
        const html = where.endsWith('attribute')
          ? `<div style="${css}">${dot}</div>`
          : `<style>.j{${css}}</style><div class="j">${dot}</div>`
        const picture = await drawIn('OUTLOOKIOS26', html)
        const [left = 0] = (await boxOf(picture, near(red))) ?? []
        expect(left).toBeGreaterThan(picture.width / 2)
      },
    )
  })
}
