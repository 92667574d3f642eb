import { version } from '@pas/runtime/version'
import { pictureSizes } from '@pas/captures/picture-sizes'
import { openStorage } from '@pas/storage/open-storage'
import { startS3StandIn } from '@pas/testing/s3-stand-in'
import { rename } from 'node:fs/promises'
import { addCapture, pathOf, startImages, type TestImages } from './start-images'

describe('while storage is away', () => {
  let images: TestImages
  beforeEach(async () => {
    images = await startImages()
  })
  afterEach(() => images.close())

  const awayPath = (): string => `${images.storagePath}.away`

  it('a picture is 503 with Retry-After and is not cached; its preview stays captured, and it is there afterwards', async () => {
    const preview = await addCapture(images)
    await rename(images.storagePath, awayPath())
    for (const size of pictureSizes) {
      const response = await images.fetch(pathOf(preview, size))
      expect(response.status).toBe(503)
      expect(response.headers.get('retry-after')).toBe('5')
      expect(response.headers.get('cache-control')).toBe('no-store')
      expect(await response.json()).toMatchObject({ status: 503, title: 'Service unavailable' })
    }
    expect(await images.db.preview.findUnique({ where: { id: preview.id } })).toEqual(preview)

    await rename(awayPath(), images.storagePath)
    const response = await images.fetch(pathOf(preview, 'thumb'))
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })

  it('the process is alive and ready, because it serves the fallback pictures, and says what is away', async () => {
    const readiness = async (): Promise<unknown> => (await images.fetch('/readyz')).json()
    const untilAway = async (away: string[]): Promise<void> => {
      const wanted = JSON.stringify({ status: 'ready', away, stopping: false })
      while (JSON.stringify(await readiness()) !== wanted);
    }
    await untilAway([])
    await rename(images.storagePath, awayPath())
    const health = await images.fetch('/healthz')
    expect([health.status, await health.json()]).toEqual([200, { status: 'ok', version }])
    await untilAway(['storage'])
    await rename(awayPath(), images.storagePath)
  })
})

describe('while storage is full', () => {
  it('a small size that has to be made first is 503 and says so; what is stored is served', async () => {
    const s3 = await startS3StandIn()
    const images = await startImages({ storage: openStorage(s3.config) })
    try {
      const preview = await addCapture(images)
      const get = async (size: 'full' | 'thumb' | 'thumb450') => {
        const response = await images.fetch(pathOf(preview, size))
        return { status: response.status, body: await response.text(), headers: response.headers }
      }
      expect((await get('thumb')).status).toBe(200)
      s3.refusePut({ status: 403, code: 'QuotaExceeded' })
      const refused = await get('thumb450')
      expect([refused.status, refused.headers.get('retry-after')]).toEqual([503, '5'])
      expect(JSON.parse(refused.body)).toMatchObject({
        code: 'unavailable',
        description: expect.stringMatching(/^The storage is full/) as string,
      })
      for (const size of ['full', 'thumb'] as const) expect((await get(size)).status).toBe(200)
      s3.refusePut(null)
      expect((await get('thumb450')).status).toBe(200)
    } finally {
      await images.close()
      await s3.close()
    }
  })
})
