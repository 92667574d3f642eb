import { emulate } from '@pas/email-clients/emulate/emulate'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import { pixel, startTestChromium, type TestChromium } from './test-chromium'

describe('the picture of a page that Chromium itself darkens', () => {
  let chromium: TestChromium
  beforeAll(async () => {
    chromium = await startTestChromium()
  })
  afterAll(() => chromium.close())

  /** The drawn colours of a block with this background, and of the page beside it. */
  async function coloursIn(code: string, head: string, background: string): Promise<string[]> {
    const emailClient = findEmailClient(code)
    if (!emailClient) throw new Error(`${code} is not in the catalogue`)
    const html = `<!DOCTYPE html><html><head>${head}</head><body style="margin:0"><div style="width:100px;height:100px;background:${background}"></div></body></html>`
    const content = { html, plainText: null, subject: null, fromAddress: null, fromDisplayName: null }
    const options = { orientation: 'vertical', images: 'allowed', assetUrl: () => null } as const
    const { document } = emulate(emailClient, content, options)
    if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
    const picture = await chromium.capture(document)
    return [await pixel(picture, 100, 100), await pixel(picture, 700, 100)]
  }

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
