import { describeWithEngine } from '@pas/testing/engines-found'
import sharp from 'sharp'
import { isLongRun } from '@pas/testing/long-run'
import type { Picture } from '../src/engines/engine'
import { itDrawsDocuments } from './it-draws-documents'
import './apple-pictures'
import './fonts-of-apple'
import { describeMessageArea } from './message-area'
import { describeMirrorImages, describeWideHebrew } from './mirror-images'
import { describeOurMails } from './our-mails'
import { describeScripts } from './scripts-of-the-world'
import './webkit-hostile'
import { describeSingleClientsInWebKit } from './single-clients'
import { sharedEngine } from './shared-engine'
import { pixel } from './test-chromium'
import { desktopFrame, startTestEngine, watchedAsset, type TestEngine } from './test-engine'

describeMessageArea('webkit')
describeMirrorImages('webkit')
describeWideHebrew()
describeOurMails('webkit')
describeScripts('webkit')
describeSingleClientsInWebKit()

const red = '#ff0000'
const lime = '#00ff00'
const blue = '#0000ff'
const white = '#ffffff'
const limePage = '<body style="margin:0;background:#0f0">'

describeWithEngine('webkit', 'the picture of a document in WebKit', () => {
  let webkit: TestEngine
  beforeAll(async () => {
    webkit = await sharedEngine('webkit')
  })

  it('names its WebKit version', () => {
    expect(webkit.engine.version).toMatch(/^WebKitGTK\/2\.\d+\.\d+$/)
  })

  itDrawsDocuments(() => webkit)

  it('is an empty window of an empty document', async () => {
    const picture = await webkit.draw('')
    expect(picture).toMatchObject({ width: 600, height: 400, truncated: false })
    expect(await sharp(picture.png).metadata()).toMatchObject({ hasAlpha: false })
    expect(await pixel(picture, 300, 200)).toBe(white)
  })

  it('has the pixel density and the media features of its frame, and measures viewport units by it', async () => {
    const picture = await webkit.draw(
      '<style>body{margin:0;background:#fff}div{height:50vh}@media (prefers-color-scheme:dark) and (width:390px){div{background:#00f}}</style><div></div><p style="height:600px">',
      { frame: { width: 390, height: 300, deviceScaleFactor: 3, mobile: true, colorScheme: 'dark' } },
    )
    expect(picture.width).toBe(1170)
    expect(picture.height).toBeGreaterThan(2_000)
    expect(await pixel(picture, 600, 448)).toBe(blue)
    expect(await pixel(picture, 600, 452)).toBe(white)
  })

  it('shows 1970 in an empty field for a date, where WebKit shows the present date', async () => {
    const fields = (values: readonly string[], style = '') =>
      ['date', 'month', 'datetime-local']
        .map((type, n) => `<input type="${type}" value="${values[n] ?? ''}" style="${style}">`)
        .join('')
    const empty = await webkit.draw(`${fields([])}<svg><input type="date" /></svg>`)
    const filled = await webkit.draw(
      `${fields(['1970-01-01', '1970-01', '1970-01-01T00:00'], '-webkit-text-fill-color:darkgray')}<svg></svg>`,
    )
    expect(empty.png.equals(filled.png)).toBe(true)
  })

  it.each([
    [600, 20_000, 1, 600, 16_384],
    [600, 2_000_000, 1, 600, 16_384],
    [200_000, 300, 1, 16_384, 400],
    [600, 20_000, 3, 1800, 16_383],
  ])(
    'of %i × %i px at density %i ends at 16,384 device pixels and says so',
    async (width, height, deviceScaleFactor, pictureWidth, pictureHeight) => {
      const picture = await webkit.draw(
        `<body style="margin:0;background:#0f0"><div style="width:${width}px;height:${height}px;background:linear-gradient(90deg,#f00 90%,transparent 90%)">`,
        { frame: { ...desktopFrame, deviceScaleFactor } },
      )
      expect(picture).toMatchObject({ width: pictureWidth, height: pictureHeight, truncated: true })
      const bottom = Math.min(height * deviceScaleFactor, pictureHeight) - 1
      expect(await pixel(picture, 10, bottom)).toBe(red)
      // The page's background continues below its cut content.
      if (width === 600) expect(await pixel(picture, pictureWidth - 1, bottom)).toBe(lime)
    },
  )

  it('shows the body’s background picture to the margins of a page that is cut', async () => {
    const blueTile = await sharp({ create: { width: 8, height: 8, channels: 3, background: blue } })
      .png()
      .toBuffer()
    const tile = watchedAsset('tile', 'image/png', blueTile)
    const serving = webkit.assetOrigin.serve([tile.asset])
    const html =
      '<body style="margin:20px;background:url(http://assets.invalid/tile)"><div style="height:20000px;background:#f00">'
    const colours = new Set<string>()
    for (let count = 0; count < 4; count++) colours.add(await pixel(await webkit.draw(html), 5, 5))
    expect([...colours]).toEqual([blue])
    serving.release()
  })

  it('has no room for broken images without alternative text, whenever they fail', async () => {
    const table =
      '<table style="background:#f00"><td style="padding:0">text<br><img src="http://assets.invalid/missing" width="500" alt="">'
    const html = `<!doctype html><body style="margin:0;background:#0f0">${`${table}</table>`.repeat(9)}`
    for (let count = 0; count < 4; count++) expect(await pixel(await webkit.draw(html), 250, 5)).toBe(lime)
  })

  it('ends there also for a page that resists being resized', async () => {
    const picture = await webkit.draw(
      '<style>html{width:20000px;height:20000px;transition:all 1e6s;background:#0f0}</style>',
    )
    expect(picture).toMatchObject({ width: 16_384, height: 4_096, truncated: true })
    expect(await pixel(picture, 16_383, 4_095)).toBe(lime)
  })

  it('ends at the same place for content that is absolutely positioned or as high as the window', async () => {
    const page = (rest: string): string =>
      `<!DOCTYPE html><style>html,body{height:100%;margin:0;background:#0f0}</style><div style="height:25%;background:#00f"></div>${rest}`
    for (const rest of [
      '<div style="position:absolute;top:100px;left:0;height:20000px;width:300px;background:#f00"></div>',
      '<div style="height:20000px;width:300px;background:#f00"></div>',
    ]) {
      const picture = await webkit.draw(page(rest))
      expect(picture).toMatchObject({ width: 600, height: 16_384, truncated: true })
      expect(await pixel(picture, 500, 99)).toBe(blue)
      expect(await pixel(picture, 100, 101)).toBe(red)
      expect(await pixel(picture, 100, 16_383)).toBe(red)
      expect(await pixel(picture, 500, 16_383)).toBe(lime)
    }
  })

  it('shows the assets being served, requested anew each time, and a missing one as a broken image', async () => {
    const image = await sharp({ create: { width: 80, height: 60, channels: 3, background: red } })
      .png()
      .toBuffer()
    const served = watchedAsset('picture', 'image/png', image)
    const style = watchedAsset('style', 'text/css', Buffer.from('body{margin:0;background:#00f}'))
    const serving = webkit.assetOrigin.serve([served.asset, style.asset])
    const html =
      '<link rel="stylesheet" href="http://assets.invalid/style"><img style="display:block" src="http://assets.invalid/picture"><img src="http://assets.invalid/missing">'
    const shown = await webkit.draw(html)
    expect(await pixel(shown, 40, 30)).toBe(red)
    expect(await pixel(shown, 300, 30)).toBe(blue)
    // No cache is kept for the next document.
    await webkit.draw(html)
    expect([served.requests(), style.requests()]).toEqual([2, 2])
    serving.release()
    expect(await pixel(await webkit.draw(html), 300, 30)).toBe(white)
  })

  it('is never one that lacks an image which has not arrived yet', async () => {
    const never = { id: 'never', contentType: 'image/png', body: new Promise<null>(() => undefined) }
    const serving = webkit.assetOrigin.serve([never])
    const capture = webkit.capture(
      {
        kind: 'html',
        html: `${limePage}<img src="http://assets.invalid/never">`,
        frame: desktopFrame,
        captureSelector: null,
      },
      1_000,
    )
    await expect(capture).rejects.toMatchObject({ kind: 'capture_timeout' })
    serving.release()
  })

  it('waits for every one of 500 images, also for lazy ones far below the window', async () => {
    const image = await sharp({ create: { width: 600, height: 40, channels: 3, background: blue } })
      .jpeg()
      .toBuffer()
    const assets = Array.from(
      { length: 500 },
      (_nothing, index) => watchedAsset(`i${index}`, 'image/jpeg', image).asset,
    )
    const serving = webkit.assetOrigin.serve(assets)
    const picture = await webkit.draw(
      `<body style="margin:0;font-size:0">${assets.map(({ id }) => `<img loading="lazy" width="60" height="30" src="http://assets.invalid/${id}">`).join('')}`,
    )
    serving.release()
    expect(picture).toMatchObject({ width: 600, height: 1_500 })
    for (const y of [5, 700, 1_495]) expect(await pixel(picture, 590, y)).toMatch(/^#0[0-2]0[0-2]f[d-f]$/)
  })

  it('is the same, byte for byte, every time, also of a document with animations and after a new start', async () => {
    const colours = [red, blue].map((colour) => Buffer.from(colour.slice(1).repeat(400), 'hex'))
    const frames = await sharp(Buffer.concat(colours), {
      raw: { width: 20, height: 40, channels: 3, pageHeight: 20 },
    })
      .gif({ delay: [20, 20], loop: 0 })
      .toBuffer()
    const photo = await sharp({
      create: {
        ...{ width: 1200, height: 900, channels: 3, background: red },
        noise: { type: 'gaussian', mean: 128, sigma: 60 },
      },
    })
      .jpeg()
      .toBuffer()
    const assets = [
      watchedAsset('gif', 'image/gif', frames).asset,
      watchedAsset('photo', 'image/jpeg', photo).asset,
    ]
    const html = `<style>
        @keyframes move{from{margin-left:0}to{margin-left:300px}} @keyframes turn{to{transform:rotate(360deg)}}
        .once{animation:move .2s forwards;width:50px;height:50px;background:#00f} .ever{animation:turn 1s infinite;width:50px;height:50px;background:#0f0}
      </style><body style="margin:0"><img style="display:block" src="http://assets.invalid/gif"><div class="once"></div><div class="ever"></div>
      <svg width="100" height="50"><rect width="50" height="50"><animate attributeName="x" to="50" dur="1s" repeatCount="indefinite"/></rect></svg>
      <marquee>moving</marquee><input autofocus value="caret"><div style="overflow:scroll;width:100px;height:60px">${'scroll '.repeat(50)}</div>
      <img style="width:600px" src="http://assets.invalid/photo"><p>Ünïcödé ✓ 😀 text in <b>several</b> <i>styles</i> <tt>of type</tt>`
    const other = await startTestEngine('webkit')
    const pictures: Picture[] = []
    for (const engine of [webkit, other]) {
      const serving = engine.assetOrigin.serve(assets)
      for (let time = 0; time < (isLongRun ? 20 : 4); time++) pictures.push(await engine.draw(html))
      pictures.push(...(await Promise.all([engine.draw(html), engine.draw(html)])))
      serving.release()
    }
    await other.close()
    const [picture] = pictures
    if (!picture) throw new Error('no picture')
    expect(pictures.map(({ png }) => png.equals(picture.png))).toEqual(pictures.map(() => true))
    // The image is on its first frame, finite animations are at their end, endless ones at their start.
    expect(await pixel(picture, 5, 5)).toBe(red)
    expect(await pixel(picture, 325, 45)).toBe(blue)
    expect(await pixel(picture, 2, 72)).toBe(lime)
    expect(await pixel(picture, 2, 122)).toBe('#000000')
  })

  it('is not mixed up with others that are drawn at the same time in other frames', async () => {
    const shapes = [320, 414, 768, 1366].map((width, index) => ({
      colour: `#${index}0${index}0ff`,
      frame: { ...desktopFrame, width, deviceScaleFactor: index % 2 === 0 ? 1 : 2 },
    }))
    const pictures = await Promise.all(
      shapes.map(({ colour, frame }) =>
        webkit.draw(`<body style="margin:0;background:${colour}">`, { frame }),
      ),
    )
    for (const [index, picture] of pictures.entries()) {
      const { colour, frame } = shapes[index] ?? { colour: '', frame: desktopFrame }
      expect(picture.width).toBe(frame.width * frame.deviceScaleFactor)
      expect(await pixel(picture, 300, 300)).toBe(colour)
    }
  })

  it('has letters at fractions of a pixel, as on a Mac: text of twice the size is twice as wide', async () => {
    const text = (size: number): string =>
      `<span style="display:inline-block;font:${size}px Arial;background:#00f;color:#00f;white-space:nowrap">${'sizes of words '.repeat(6)}</span>`
    const width = async (size: number): Promise<number> => {
      const { data, info } = await sharp((await webkit.draw(`<body style="margin:0">${text(size)}`)).png)
        .raw()
        .toBuffer({ resolveWithObject: true })
      const row = [...Array(info.width).keys()].map((x) => data[(5 * info.width + x) * info.channels])
      return row.filter((red) => red === 0).length
    }
    // A letter of 13 px rounded to whole pixels is up to half a pixel off, and there are some 90.
    expect(Math.abs((await width(26)) - 2 * (await width(13)))).toBeLessThanOrEqual(3)
  })

  it('is refused for text, which the text engine draws', async () => {
    await expect(webkit.capture({ kind: 'text', text: 'x\n', columns: 80 })).rejects.toMatchObject({
      kind: 'unsupported_document',
    })
  })
})
