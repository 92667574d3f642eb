import { fallbackPicturePath } from '@pas/captures/fallback-picture'
import sharp from 'sharp'
import { startImages, type TestImages } from './start-images'

describe('the picture that stands in for a preview', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  it.each([
    ['full', 640, 480],
    ['thumb', 120, 90],
    ['thumb450', 450, 338],
    ['top450', 450, 338],
  ] as const)('is a PNG in the size %s, for anyone to keep for a day', async (size, width, height) => {
    const response = await images.fetch(`/${fallbackPicturePath(size)}`)
    expect(response.status).toBe(200)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'cache-control': 'public, max-age=86400',
      etag: expect.stringMatching(/"[^"]+"$/) as string,
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
    })
    const body = Buffer.from(await response.arrayBuffer())
    expect(response.headers.get('content-length')).toBe(String(body.byteLength))
    // The picture has dark and light pixels: letters on a light background.
    const { channels } = await sharp(body).stats()
    expect(await sharp(body).metadata()).toMatchObject({ format: 'png', width, height })
    expect([channels[0]?.min, channels[0]?.max].map((level) => (level ?? 0) > 128)).toEqual([false, true])
  })

  it('is the same for HEAD without the bytes, 304 for a caller that has it, and 405 for other methods', async () => {
    const path = `/${fallbackPicturePath('full')}`
    const head = await images.fetch(path, { method: 'HEAD' })
    expect([head.status, await head.text()]).toEqual([200, ''])
    const fresh = await images.fetch(path, {
      // `fetch` adds `no-cache` to a conditional request of its own accord.
      headers: { 'If-None-Match': head.headers.get('etag') ?? '', 'Cache-Control': 'max-age=0' },
    })
    expect(fresh.status).toBe(304)
    const post = await images.fetch(path, { method: 'POST' })
    expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD'])
    await post.arrayBuffer()
  })

  it.each([
    ['another spelling', '/Preview-Unavailable/FULL.png', {}],
    ['a slash behind it', '/preview-unavailable/full.png/', {}],
    ['a range beyond its end', '/preview-unavailable/full.png', { Range: 'bytes=9999999-' }],
    ['two ranges', '/preview-unavailable/full.png', { Range: 'bytes=0-1,5-6' }],
    ['a condition that it does not meet', '/preview-unavailable/full.png', { 'If-Match': '"other"' }],
    [
      'one of time',
      '/preview-unavailable/full.png',
      { 'If-Unmodified-Since': 'Thu, 01 Jan 1970 00:00:00 GMT' },
    ],
  ])('is whole with %s', async (_what, path, headers) => {
    const whole = await images.fetch(`/${fallbackPicturePath('full')}`)
    const response = await images.fetch(path, { headers })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(await response.arrayBuffer()).toEqual(await whole.arrayBuffer())
  })

  it('is served while the stores are away', async () => {
    const withoutStores = await startImages()
    await withoutStores.db.$disconnect()
    withoutStores.storage.close()
    const response = await withoutStores.fetch(`/${fallbackPicturePath('thumb')}`)
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    await withoutStores.close()
  })
})
