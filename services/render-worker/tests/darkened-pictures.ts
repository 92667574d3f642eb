import { readColour } from '@pas/email-clients/engine/dark/colour'
import { isDarkenedByEngine } from '@pas/email-clients/engine/dark/report-darkening'
import { emulate } from '@pas/email-clients/emulate'
import { findEmailClient } from '@pas/email-clients/catalogue'
import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'
import { pixel, type TestChromium } from './test-chromium'

/** Pixels of the picture per CSS pixel, in Gmail's app on Android. */
const scale = 1080 / 412

/** A white square. */
const dot = (): Promise<Buffer> =>
  sharp({ create: { width: 16, height: 16, channels: 3, background: '#ffffff' } })
    .png()
    .toBuffer()

describe('the picture of a page that Chromium itself darkens', () => {
  let chromium: TestChromium
  beforeAll(async () => {
    chromium = await sharedEngine('chromium')
  })

  /** The picture of an email in an email client; the address of an image ends in its asset's id. */
  async function drawIn(code: string, head: string, body: string): Promise<Picture> {
    const emailClient = findEmailClient(code)
    if (!emailClient) throw new Error(`${code} is not in the catalogue`)
    const html = `<!DOCTYPE html><html><head>${head}</head><body style="margin:0">${body}</body></html>`
    const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
    const assetUrl = (url: string) => url.replace('https://x.example', 'http://assets.invalid')
    const { document } = emulate(emailClient, content, {
      orientation: 'vertical',
      images: 'allowed',
      assetUrl,
    })
    if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
    return chromium.capture(document)
  }

  /** The drawn colours of a block with this background, and of the page beside it. */
  async function coloursIn(code: string, head: string, background: string): Promise<string[]> {
    const picture = await drawIn(
      code,
      head,
      `<div style="width:100px;height:100px;background:${background}"></div>`,
    )
    return [await pixel(picture, 100, 100), await pixel(picture, 700, 100)]
  }

  /** The colours of four blocks that Gmail's app shows, with `colour` in each of its uses. */
  async function usesOf(colour: string) {
    const css = `p{margin:0;width:200px;height:40px;font:40px/40px monospace;overflow:hidden}.b{background:${colour}}.g{background-image:linear-gradient(${colour},${colour})}.t{color:${colour}}.l{height:0;border-top:40px solid ${colour}}`
    const body = '<p class="b"></p><p class="g"></p><p class="t">██████</p><p class="l"></p>'
    const picture = await drawIn('ANDROID15GMAILAPPDARK', `<style>${css}</style>`, body)
    const colourAt = (block: number) =>
      pixel(picture, Math.round(36 * scale), Math.round((28 + 40 * block) * scale))
    return {
      background: await colourAt(0),
      gradient: await colourAt(1),
      text: await colourAt(2),
      border: await colourAt(3),
    }
  }

  it.each([
    ['#ffffff', { background: '#121212', gradient: '#121212', text: '#ffffff' }],
    ['#cecece', { background: '#404040', text: '#cecece' }],
    ['#cdcdcd', { background: '#cdcdcd', gradient: '#cdcdcd', text: '#cdcdcd' }],
    ['#c8c9c7', { background: '#c8c9c7' }],
    ['#ffd400', { background: '#ffd400' }],
    ['#969696', { text: '#969696' }],
    ['#777777', { background: '#777777', text: '#909090' }],
    ['#16a34a', { background: '#16a34a', text: '#008e37' }],
    ['#000000', { background: '#000000', text: '#ffffff' }],
  ])('in Gmail on Android has %s as %j, and /changes reports what differs', async (sent, drawn) => {
    const found = await usesOf(sent)
    expect(found).toMatchObject(drawn)
    const colour = readColour(sent)
    if (!colour) throw new Error(`${sent} is no colour`)
    for (const role of ['background', 'gradient', 'text', 'border'] as const)
      expect([role, isDarkenedByEngine(colour, role)]).toEqual([role, found[role] !== sent])
  })

  it('in Gmail on Android inverts a small picture of few colours, and leaves a large one', async () => {
    const square = { create: { width: 48, height: 48, channels: 3, background: '#222222' } } as const
    const body = await sharp(square)
      .composite([{ input: await dot(), left: 16, top: 16 }])
      .png()
      .toBuffer()
    const served = chromium.assetOrigin.serve([
      { id: 'icon', contentType: 'image/png', body: Promise.resolve(body) },
    ])
    const picture = await drawIn(
      'ANDROID15GMAILAPPDARK',
      '',
      '<img src="https://x.example/icon" width="48" height="48"><br><img src="https://x.example/icon" width="200" height="200">',
    )
    served.release()
    expect(await pixel(picture, Math.round(20 * scale), Math.round(12 * scale))).not.toBe('#222222')
    expect(await pixel(picture, Math.round(20 * scale), Math.round(150 * scale))).toBe('#222222')
  })

  it('darkens light backgrounds and the page, and leaves dark backgrounds alone', async () => {
    const [light, page] = await coloursIn('K9MAILDARK', '', '#ffffff')
    expect([light, page]).toEqual(['#121212', '#121212'])
    expect((await coloursIn('K9MAILDARK', '', '#204060'))[0]).toBe('#204060')
  })

  it('is unchanged for an email that says it supports dark', async () => {
    const head = '<meta name="color-scheme" content="light dark">'
    expect((await coloursIn('K9MAILDARK', head, '#ffffff'))[0]).toBe('#ffffff')
  })

  it('answers prefers-color-scheme: dark', async () => {
    const head =
      '<style>:root{color-scheme:light dark}@media (prefers-color-scheme:dark){div{background:#0000ff !important}}</style>'
    expect((await coloursIn('THUNDERBIRDANDROIDDARK', head, '#ffffff'))[0]).toBe('#0000ff')
  })

  it('stays light for a light email client, also after a dark one with the same frame', async () => {
    expect(await coloursIn('K9MAILDARK', '', '#ffffff')).not.toContain('#ffffff')
    expect(await coloursIn('K9MAIL', '', '#ffffff')).toEqual(['#ffffff', '#ffffff'])
    const dark = await chromium.draw('<body style="background:#fff">x</body>', {
      frame: { width: 600, height: 400, deviceScaleFactor: 1, mobile: false, colorScheme: 'dark' },
    })
    expect(await pixel(dark, 300, 200)).toBe('#ffffff')
  })
})
