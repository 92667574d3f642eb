import { pictureSizes } from '@pas/captures/picture-sizes'
import { pictureKey } from '@pas/captures/storage-keys'
import { addCapture, pathOf, startImages, type TestImages } from './start-images'

describe('the answer with a picture', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  it.each(pictureSizes)('has the bytes of %s and says how to treat them', async (size) => {
    const preview = await addCapture(images)
    const response = await images.fetch(pathOf(preview, size))
    const body = Buffer.from(await response.arrayBuffer())
    const stored = await images.storage.get(pictureKey(preview, size))
    expect(response.status).toBe(200)
    expect(stored?.body.equals(body)).toBe(true)
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'content-type': 'image/png',
      'content-length': String(body.byteLength),
      etag: expect.stringMatching(/^"[^"]+"$/) as string,
      'cache-control': 'public, max-age=15552000, immutable',
      'content-security-policy': "default-src 'none'; sandbox",
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      'strict-transport-security': expect.stringContaining('max-age=31536000') as string,
      'x-request-id': expect.stringMatching(/^[0-9a-f-]{36}$/) as string,
    })
    expect(response.headers.has('set-cookie')).toBe(false)
    expect(response.headers.has('access-control-allow-origin')).toBe(false)
  })

  it('is the same for HEAD, without the bytes', async () => {
    const preview = await addCapture(images)
    const get = await images.fetch(pathOf(preview))
    await get.arrayBuffer()
    const head = await images.fetch(pathOf(preview), { method: 'HEAD' })
    expect(head.status).toBe(200)
    for (const name of ['content-type', 'content-length', 'etag', 'cache-control'])
      expect(head.headers.get(name)).toBe(get.headers.get(name))
    expect((await head.arrayBuffer()).byteLength).toBe(0)
  })

  it('is 304 without a body for a caller that has it (RFC 9110 §13.1.2)', async () => {
    const preview = await addCapture(images)
    const first = await images.fetch(pathOf(preview))
    await first.arrayBuffer()
    const etag = first.headers.get('etag') ?? ''
    for (const known of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
      const again = await images.fetch(pathOf(preview), { headers: { 'If-None-Match': known } })
      expect(again.status).toBe(304)
      expect((await again.arrayBuffer()).byteLength).toBe(0)
      expect(again.headers.get('etag')).toBe(etag)
      expect(again.headers.get('cache-control')).toBe(first.headers.get('cache-control'))
    }
    const other = await images.fetch(pathOf(preview), { headers: { 'If-None-Match': '"other"' } })
    expect(other.status).toBe(200)
    await other.arrayBuffer()
  })

  it.each(['POST', 'PUT', 'DELETE', 'PATCH', 'OPTIONS'])('is 405 with Allow for %s', async (method) => {
    const preview = await addCapture(images)
    const response = await images.fetch(pathOf(preview), { method })
    expect(response.status).toBe(405)
    expect(response.headers.get('allow')).toBe('GET, HEAD')
    expect(response.headers.has('access-control-allow-methods')).toBe(false)
    expect(await response.json()).toMatchObject({ status: 405, title: 'Method not allowed' })
  })

  it('is refused over plain HTTP', async () => {
    const preview = await addCapture(images)
    const response = await fetch(images.url + pathOf(preview), { headers: { 'X-Forwarded-Proto': 'http' } })
    expect(response.status).toBe(403)
    await response.arrayBuffer()
  })
})
