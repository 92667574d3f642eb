import { pictureSizes } from '@pas/captures/picture-sizes'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import { addCapture, pathOf, startImages, type TestImages } from './start-images'

describe('a picture lives for 180 days from its capture', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  it('lasts 180 days', () => {
    expect(previewLifetimeMs).toBe(15_552_000_000)
  })

  it.each([
    ['at its capture', 0, 200, 15_552_000],
    ['a second before its end', previewLifetimeMs - 1_000, 200, 1],
    ['in its last millisecond', previewLifetimeMs - 1, 200, 0],
    ['at its end', previewLifetimeMs, 404, null],
    ['a second after its end', previewLifetimeMs + 1_000, 404, null],
  ])('%s', async (_when, ageMs, status, maxAge) => {
    const preview = await addCapture(images)
    const capturedAt = preview.capturedAt?.getTime() ?? NaN
    images.clock.set(new Date(capturedAt + ageMs))
    for (const size of pictureSizes) {
      const response = await images.fetch(pathOf(preview, size))
      expect(response.status).toBe(status)
      expect(response.headers.get('cache-control')).toBe(
        maxAge === null ? 'no-store' : `public, max-age=${maxAge}, immutable`,
      )
      await response.arrayBuffer()
    }
  })

  it('ends with its row, whatever is still in storage', async () => {
    const preview = await addCapture(images)
    await images.db.email.delete({ where: { id: preview.emailId } })
    for (const size of pictureSizes) expect((await images.fetch(pathOf(preview, size))).status).toBe(404)
  })
})
