import type { ServedAsset } from '../src/load-email'
import sharp from 'sharp'
import { itDrawsDocuments } from './it-draws-documents'
import { sharedEngine } from './shared-engine'
import { desktopFrame, pixel, type TestChromium } from './test-chromium'

const red = '#ff0000'
const blue = '#0000ff'
const white = '#ffffff'

describe('the picture of a document', () => {
  let chromium: TestChromium
  beforeAll(async () => {
    chromium = await sharedEngine('chromium')
  })

  async function asset(id: string, body: Buffer, contentType = 'image/png'): Promise<ServedAsset> {
    return Promise.resolve({ id, contentType, body: Promise.resolve(body) })
  }

  itDrawsDocuments(() => chromium)

  it('has the pixel density and the media features of its frame', async () => {
    const picture = await chromium.draw(
      '<meta name="viewport" content="width=device-width"><style>body{margin:0;background:#fff}@media (prefers-color-scheme:dark) and (width:390px){body{background:#00f}}</style>',
      { frame: { width: 390, height: 300, deviceScaleFactor: 3, mobile: true, colorScheme: 'dark' } },
    )
    expect(picture).toMatchObject({ width: 1170, height: 900 })
    expect(await pixel(picture, 600, 400)).toBe(blue)
  })

  it('measures viewport units by the frame, not by the picture', async () => {
    const picture = await chromium.draw(
      '<body style="margin:0"><div style="height:50vh;background:#f00"></div><div style="height:1000px">',
    )
    expect(picture.height).toBe(1200)
    expect(await pixel(picture, 10, 199)).toBe(red)
    expect(await pixel(picture, 10, 201)).toBe(white)
  })

  it('shows the assets being served, and a missing one as a broken image', async () => {
    const png = await sharp({ create: { width: 80, height: 60, channels: 3, background: red } })
      .png()
      .toBuffer()
    const serving = chromium.assetOrigin.serve([
      await asset('picture', png),
      await asset('style', Buffer.from('body{margin:0;background:#00f}'), 'text/css'),
    ])
    const html =
      '<link rel="stylesheet" href="http://assets.invalid/style"><img style="display:block" src="http://assets.invalid/picture"><img src="http://assets.invalid/missing">'
    const shown = await chromium.draw(html)
    expect(await pixel(shown, 40, 30)).toBe(red)
    expect(await pixel(shown, 300, 30)).toBe(blue)
    serving.release()
    const released = await chromium.draw(html)
    expect(await pixel(released, 300, 30)).toBe(white)
  })

  it.each([
    [600, 100_000, 600, 16_384],
    [600, 2_000_000, 600, 16_384],
    [200_000, 300, 16_384, 400],
  ])(
    'of %i × %i px ends at 16,384 device pixels and says so',
    async (width, height, pictureWidth, pictureHeight) => {
      const picture = await chromium.draw(
        `<body style="margin:0;background:#fff"><div style="width:${width}px;height:${height}px;background:#f00">`,
      )
      expect(picture).toMatchObject({ width: pictureWidth, height: pictureHeight, truncated: true })
      expect(await pixel(picture, pictureWidth - 1, Math.min(height, pictureHeight) - 1)).toBe(red)
    },
  )

  it('ends at 16,384 device pixels also at a density of three', async () => {
    const picture = await chromium.draw(
      '<body style="margin:0"><div style="height:20000px;background:#f00">',
      {
        frame: { ...desktopFrame, deviceScaleFactor: 3 },
      },
    )
    expect(picture).toMatchObject({ width: 1800, height: 16_383, truncated: true })
  })

  it('is the same, byte for byte, every time, also of a document with animations', async () => {
    const frames = await sharp(
      Buffer.concat([
        Buffer.alloc(1_200, Buffer.from([255, 0, 0])),
        Buffer.alloc(1_200, Buffer.from([0, 0, 255])),
      ]),
      { raw: { width: 20, height: 40, channels: 3, pageHeight: 20 } },
    )
      .gif({ delay: [20, 20], loop: 0 })
      .toBuffer()
    chromium.assetOrigin.serve([await asset('gif', frames, 'image/gif')])
    const html = `<style>
        @keyframes move{from{margin-left:0}to{margin-left:300px}} @keyframes turn{to{transform:rotate(360deg)}}
        .once{animation:move .2s forwards;width:50px;height:50px;background:#00f} .ever{animation:turn 1s infinite;width:50px;height:50px;background:#0f0}
      </style><body style="margin:0"><img style="display:block" src="http://assets.invalid/gif"><div class="once"></div><div class="ever"></div>
      <svg width="100" height="50"><rect width="50" height="50"><animate attributeName="x" to="50" dur="1s" repeatCount="indefinite"/></rect></svg>
      <marquee>moving</marquee><input autofocus value="caret">`
    const pictures = [await chromium.draw(html), await chromium.draw(html), await chromium.draw(html)]
    expect(new Set(pictures.map(({ png }) => png.toString('base64'))).size).toBe(1)
    const [picture] = pictures
    if (!picture) throw new Error('no picture')
    // The image is on its first frame, the finite animation at its end.
    expect(await pixel(picture, 5, 5)).toBe(red)
    expect(await pixel(picture, 325, 45)).toBe(blue)
  })

  it('is the same every time also where an opaque image over a colour ends within a pixel', async () => {
    const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const
    const jpeg = (width: number, height: number): Promise<Buffer> =>
      sharp({ create: { width, height, channels: 3, background: '#a42', noise } })
        .jpeg()
        .toBuffer()
    chromium.assetOrigin.serve([
      await asset('tile', await jpeg(32, 32), 'image/jpeg'),
      await asset('wide', await jpeg(2_000, 1_200), 'image/jpeg'),
    ])
    const html = `<body style="margin:0"><div style="padding:8px 16px">
      <div style="margin:11px;background:#eee url(http://assets.invalid/tile)"><table width=300 style="background:#fff;border-radius:8px"><td>
      <img src="http://assets.invalid/wide" width=137><h1>text</h1><img src="http://assets.invalid/wide" width="100%">`
    const frame = { ...desktopFrame, width: 412, height: 824, deviceScaleFactor: 1080 / 412 }
    const pictures: string[] = []
    for (let count = 0; count < 12; count++)
      pictures.push((await chromium.draw(html, { frame })).png.toString('base64'))
    expect(new Set(pictures).size).toBe(1)
  })

  it('is refused for text, which the text engine draws', async () => {
    await expect(
      chromium.engine.capture({ kind: 'text', text: 'x\n', columns: 80 }, AbortSignal.timeout(1_000)),
    ).rejects.toMatchObject({ kind: 'unsupported_document' })
  })
})
