import { pictureKey } from '@pas/captures/storage-keys'
import sharp from 'sharp'
import { addCapture, drawPicture, pathOf, startImages, type TestImages } from './start-images'

describe('the small sizes of a picture', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  /** Fetches one size and decodes it; `rgb` reads a pixel. */
  async function decode(full: Buffer, size: 'thumb' | 'thumb450' | 'top450') {
    const preview = await addCapture(images, full)
    const response = await images.fetch(pathOf(preview, size))
    expect(response.status).toBe(200)
    const { data, info } = await sharp(Buffer.from(await response.arrayBuffer()))
      .removeAlpha()
      .raw()
      .toBuffer({ resolveWithObject: true })
    const rgb = (x: number, y: number): number[] => [
      ...data.subarray((y * info.width + x) * 3, (y * info.width + x) * 3 + 3),
    ]
    return { format: response.headers.get('content-type'), width: info.width, height: info.height, rgb }
  }
  const red = [255, 0, 0]
  const blue = [0, 0, 255]
  const white = [255, 255, 255]

  it('thumb450 is the whole picture, 450 wide', async () => {
    const { width, height, rgb } = await decode(await drawPicture(600, 1_000, 500), 'thumb450')
    expect({ width, height }).toEqual({ width: 450, height: 750 })
    expect(rgb(225, 370)).toEqual(red)
    expect(rgb(225, 380)).toEqual(blue)
  })

  it('top450 is the top 675 rows of thumb450', async () => {
    const full = await drawPicture(600, 1_000, 500)
    const { width, height, rgb } = await decode(full, 'top450')
    const whole = await decode(full, 'thumb450')
    expect([width, height]).toEqual([450, 675])
    for (const y of [0, 300, 374, 376, 674]) expect(rgb(200, y)).toEqual(whole.rgb(200, y))
  })

  it('top450 of a lower picture is as high as thumb450', async () => {
    const full = await drawPicture(600, 400, 200)
    expect((await decode(full, 'top450')).height).toBe((await decode(full, 'thumb450')).height)
  })

  it('thumb450 of a narrower picture is 450 wide, too', async () => {
    const { width, height } = await decode(await drawPicture(300, 400, 200), 'thumb450')
    expect({ width, height }).toEqual({ width: 450, height: 600 })
  })

  it('thumb is 120 wide and shows the top 90 rows', async () => {
    // The picture is 600 wide and the thumb a fifth of it, so the thumb's 90 rows are 450 rows of the picture.
    const { width, height, rgb } = await decode(await drawPicture(600, 4_000, 200), 'thumb')
    expect({ width, height }).toEqual({ width: 120, height: 90 })
    expect(rgb(60, 35)).toEqual(red)
    expect(rgb(60, 45)).toEqual(blue)
    expect(rgb(60, 89)).toEqual(blue)
  })

  it('thumb of a short picture is white below', async () => {
    const { width, height, rgb } = await decode(await drawPicture(600, 200, 100), 'thumb')
    expect({ width, height }).toEqual({ width: 120, height: 90 })
    expect(rgb(60, 10)).toEqual(red)
    expect(rgb(60, 30)).toEqual(blue)
    expect(rgb(60, 45)).toEqual(white)
    expect(rgb(60, 89)).toEqual(white)
  })

  it.each([
    [
      'SVG',
      Buffer.from(
        '<svg xmlns="http://www.w3.org/2000/svg" width="600" height="900"><rect width="9" height="9"/></svg>',
      ),
    ],
    ['a GIF', Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64')],
    ['a PNG of more than 16,384 rows', drawPicture(1, 16_385, 1)],
  ])('are not made of %s, which our workers never store', async (_what, full) => {
    const preview = await addCapture(images, await full)
    const response = await images.fetch(pathOf(preview, 'thumb'))
    expect(response.status).toBe(500)
    await response.arrayBuffer()
  })

  it.each([
    ['the tallest there can be', 320, 16_384],
    ['the widest there can be', 16_384, 10],
  ])('is made of %s', async (_name, width, height) => {
    const full = await drawPicture(width, height, 5)
    expect(await decode(full, 'thumb')).toMatchObject({ width: 120, height: 90 })
    const thumb450 = await decode(full, 'thumb450')
    expect(thumb450.width).toBe(450)
    expect(thumb450.height).toBeLessThanOrEqual(16_384)
  })

  it('are made once when many callers ask at the same time, and have the same bytes for the same picture', async () => {
    const full = await drawPicture(600, 1_000, 500)
    const [preview, other] = [await addCapture(images, full), await addCapture(images, full)]
    const answers = await Promise.all(
      Array.from({ length: 20 }, () => images.fetch(pathOf(preview, 'thumb450'))),
    )
    const bodies = await Promise.all(answers.map(async (answer) => Buffer.from(await answer.arrayBuffer())))
    // Every write to storage makes a new ETag, so one ETag means one write.
    expect(new Set(answers.map((answer) => answer.headers.get('etag'))).size).toBe(1)
    expect(bodies.every((body) => bodies[0]?.equals(body))).toBe(true)

    await (await images.fetch(pathOf(other, 'thumb450'))).arrayBuffer()
    const made = await images.storage.get(pictureKey(other, 'thumb450'))
    expect(made?.body.equals(bodies[0] ?? Buffer.alloc(0))).toBe(true)
  })
})
