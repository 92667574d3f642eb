import sharp from 'sharp'
import type { Picture } from '../src/engines/engine'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import type { TestEngine } from './test-engine'

const red = '#ff0000'
const white = '#ffffff'
const phone = { width: 400, height: 700, deviceScaleFactor: 2, mobile: false, colorScheme: 'light' } as const

describe("Gmail's app on Android", () => {
  let chromium: TestEngine
  beforeAll(async () => {
    chromium = await sharedEngine('chromium')
  })
  const draw = (html: string): Promise<Picture> =>
    chromium.draw(`<!DOCTYPE html><body style="margin:0"><div id="m" style="padding:0 20px">${html}</div>`, {
      frame: phone,
      captureSelector: '#m',
      tooWide: 'narrowed',
      leastHeight: 10,
    })
  const tall = (picture: Picture): number => picture.height / 2

  // AOSP, UnifiedEmail, assets/script.js: div, image, table, cells, in that order.
  it.each([
    ['a div', '<div style="width:600px;height:50px;background:#f00"></div>'],
    [
      'a table',
      '<table width="600" cellspacing="0" cellpadding="0" style="background:#f00"><tr><td style="width:100%;height:50px">x x</td></tr></table>',
    ],
    [
      'cells',
      `<table cellspacing="0" cellpadding="0"><tr><td nowrap style="white-space:nowrap;font:10px/25px Arial">${'word '.repeat(20)}</td></tr></table>`,
    ],
  ])('takes the width from %s before it shows a message smaller', async (_what, html) => {
    const picture = await draw(html)
    expect(picture.width).toBe(800)
    expect(tall(picture)).toBe(50)
  })

  it('shrinks images in proportion', async () => {
    const image = await sharp({ create: { width: 600, height: 300, channels: 3, background: red } })
      .png()
      .toBuffer()
    const serving = chromium.assetOrigin.serve([
      { id: 'broad', contentType: 'image/png', body: Promise.resolve(image) },
    ])
    const picture = await draw('<img src="http://assets.invalid/broad" width="600" style="display:block">')
    serving.release()
    expect(tall(picture)).toBe(180)
    expect([await pixel(picture, 42, 10), await pixel(picture, 38, 10)]).toEqual([red, white])
  })

  it('undoes changes that did not help, and scales the message down', async () => {
    const html = `<div style="width:600px;height:50px;background:#f00"></div><p style="margin:0;line-height:50px;white-space:nowrap">${'word '.repeat(200)}`
    const picture = await draw(html)
    expect(picture.width).toBe(800)
    expect(tall(picture)).toBeLessThan(50)
  })
})
