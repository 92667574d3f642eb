import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import { drawIn, emailOf, emulateFor } from '../../../packages/email-clients/tests/draw-in-client'
import type { Picture } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'
import type { TestEngine } from './test-engine'

const line = (style: string, text: string): string =>
  `<!DOCTYPE html><table><tr><td bgcolor="#0000ff" style="padding:0;color:#0000ff;${style}">${text}</td></tr></table>`
const tenLines = Array<string>(10).fill('gx').join('<br>')

describeWithEngine('webkit', 'the picture of an email in Mail, and in Gmail on iOS', () => {
  let webkit: TestEngine
  beforeAll(async () => {
    webkit = await sharedEngine('webkit')
  })

  async function draw(code: string, html: string): Promise<Picture> {
    const { document } = emulateFor(code, emailOf(html))
    if (document.kind !== 'html') throw new Error(`${code} shows no HTML`)
    return webkit.capture(document)
  }

  /** The width and height of what is blue, in CSS pixels. */
  async function blueBox(code: string, html: string): Promise<{ width: number; height: number }> {
    const { data, info } = await sharp((await draw(code, html)).png)
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const [columns, rows] = [new Set<number>(), new Set<number>()]
    for (let at = 0; at < data.length; at += 3) {
      if (data[at] !== 0 || data[at + 1] !== 0 || data[at + 2] !== 255) continue
      columns.add((at / 3) % info.width)
      rows.add(Math.floor(at / 3 / info.width))
    }
    const density = drawIn(code, '').frame.deviceScaleFactor
    return { width: columns.size / density, height: rows.size / density }
  }

  // Chuabacca/code-challenge-two, 2015: 22 px in Mail 8, 23 on iOS 9.
  it.each(['APPMAIL16', 'IPHONE17'])('of %s has lines of the font’s own height', async (code) => {
    const { height } = await blueBox(code, line('font-family:Helvetica;font-size:19px', tenLines))
    expect(height / 10).toBeGreaterThanOrEqual(21.5)
    expect(height / 10).toBeLessThanOrEqual(23)
  })

  // JayOram/email-css-resets 2: 16 px, 1.4, and a pixel more between words.
  it('of Gmail on iOS has lines and spaces between words as its sheet says', async () => {
    const { height } = await blueBox('GMAILIOS26', line('', tenLines))
    expect(Math.abs(height - 224)).toBeLessThan(8)
    const words = Array<string>(11).fill('x').join(' ')
    const [own, without] = [
      await blueBox('GMAILIOS26', line('', words)),
      await blueBox('GMAILIOS26', line('word-spacing:0', words)),
    ]
    expect(Math.abs(own.width - without.width - 10)).toBeLessThan(1)
  })

  it('of Gmail on iOS has no lines that are lower than their text', async () => {
    const text = (style: string): string => line(`font:40px Arial;${style}`, tenLines)
    const heightOf = async (style: string) => (await blueBox('GMAILIOS26', text(style))).height
    expect(await heightOf('line-height:40px')).toBeLessThan(410)
    expect(await heightOf('line-height:39px')).toBeGreaterThan(440)
  })

  const plain = '<p>Thank you, <span style="background:#ffffff">that</span> helps.</p>'
  const designed = `<body style="background:#ffffff"><table bgcolor="#eeeeee"><tr><td>${plain}</td></tr></table></body>`
  it.each([
    ['APPMAIL26DARK', designed, true],
    ['IPHONE17DARK', designed, true],
    ['APPMAIL13DARK', designed, false],
    ['APPMAIL26DARK', plain, false],
  ])(
    'of %s in the dark leaves an email with backgrounds of its own white: %#',
    async (code, html, isWhite) => {
      const { dominant } = await sharp((await draw(code, html)).png).stats()
      expect(dominant.r > 200).toBe(isWhite)
    },
  )
})
