import { pictureSizes } from '@pas/captures/picture-sizes'
import { writeFile } from 'node:fs/promises'
import { pictureKey, picturePrefix } from '@pas/captures/storage-keys'
import { objectFile } from '@pas/storage/object-file'
import { capturedColumns } from '@pas/testing/preview-columns'
import { addCapture, drawPicture, pathOf, startImages, storedColumns, type TestImages } from './start-images'

const hourMs = 60 * 60 * 1000

describe('a captured picture whose object is lost', () => {
  let images: TestImages
  beforeAll(async () => {
    images = await startImages()
  })
  afterAll(() => images.close())

  const addLostCapture = async () => {
    const preview = await addCapture(images)
    await images.storage.deletePrefix(picturePrefix(preview))
    return preview
  }
  const rowOf = (id: string) => images.db.preview.findUniqueOrThrow({ where: { id } })

  it.each(pictureSizes)(
    'is 503 when %s is requested, and its capture is pending again under the same path',
    async (size) => {
      const preview = await addLostCapture()
      for (let asked = 0; asked < 2; asked++) {
        const response = await images.fetch(pathOf(preview, size))
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
        expect(response.headers.get('cache-control')).toBe('no-store')
        await response.arrayBuffer()
      }
      expect(await rowOf(preview.id)).toMatchObject({
        status: 'pending',
        attempt: preview.attempt,
        imageToken: preview.imageToken,
        capturedAt: null,
        deadlineAt: null,
      })
    },
  )

  it.each(['full', 'thumb'] as const)('or damaged is drawn again when %s is requested', async (size) => {
    const preview = await addCapture(images)
    await writeFile(objectFile(images.storagePath, pictureKey(preview, 'full')), '')
    const response = await images.fetch(pathOf(preview, size))
    expect(response.status).toBe(503)
    await response.arrayBuffer()
    expect(await rowOf(preview.id)).toMatchObject({ status: 'pending', capturedAt: null })
  })

  it('is made again from the full one when it is a small picture that is damaged', async () => {
    const preview = await addCapture(images)
    await images.storage.put(pictureKey(preview, 'thumb'), Buffer.from('x'), 'image/png')
    await writeFile(objectFile(images.storagePath, pictureKey(preview, 'thumb')), '')
    const response = await images.fetch(pathOf(preview, 'thumb'))
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })

  it('is there again once a worker has drawn it', async () => {
    const preview = await addLostCapture()
    await (await images.fetch(pathOf(preview))).arrayBuffer()
    const picture = await drawPicture(600, 1_000, 500)
    const drawn = await images.db.preview.update({
      where: { id: preview.id },
      data: { ...capturedColumns(images.clock.now()), ...storedColumns(picture), attempt: 2 },
    })
    await images.storage.put(pictureKey(drawn, 'full'), picture, 'image/png')
    for (const size of ['full', 'thumb'] as const) {
      const response = await images.fetch(pathOf(preview, size))
      expect(response.status).toBe(200)
      await response.arrayBuffer()
    }
  })

  it('is not drawn again once its email is 48 hours old', async () => {
    const preview = await addLostCapture()
    images.clock.advance(48 * hourMs)
    const response = await images.fetch(pathOf(preview))
    expect(response.status).toBe(404)
    await response.arrayBuffer()
    expect(await rowOf(preview.id)).toEqual(preview)
  })

  it('is not drawn again once its email’s content is erased', async () => {
    const preview = await addLostCapture()
    await images.db.email.update({
      where: { id: preview.emailId },
      data: { contentErasedAt: images.clock.now() },
    })
    await (await images.fetch(pathOf(preview))).arrayBuffer()
    expect(await rowOf(preview.id)).toEqual(preview)
  })

  it('does not affect small pictures that were made before', async () => {
    const preview = await addCapture(images)
    await (await images.fetch(pathOf(preview, 'thumb'))).arrayBuffer()
    const thumb = await images.storage.get(pictureKey(preview, 'thumb'))
    await images.storage.deletePrefix(picturePrefix(preview))
    await images.storage.put(pictureKey(preview, 'thumb'), thumb?.body ?? Buffer.alloc(0), 'image/png')
    const response = await images.fetch(pathOf(preview, 'thumb'))
    expect(response.status).toBe(200)
    await response.arrayBuffer()
  })
})
