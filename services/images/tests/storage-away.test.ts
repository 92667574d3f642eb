import { pictureSizes } from '@pas/captures/picture-sizes'
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
    expect((await images.fetch('/healthz')).status).toBe(200)
    await untilAway(['storage'])
    await rename(awayPath(), images.storagePath)
  })
})
