import { pictureKey, picturePrefix } from '@pas/captures/storage-keys'
import type { Prisma, Preview } from '@pas/db/database'
import { openStorage } from '@pas/storage/open-storage'
import type { Storage } from '@pas/storage/storage'
import { pendingColumns } from '@pas/testing/preview-columns'
import { createTestFolder, type TestFolder } from '@pas/testing/test-folder'
import { addCapture, pathOf, startImages, type TestImages } from './start-images'

/** Long enough for a busy machine. */
const transactionTimeout = { timeout: 30_000 }

describe('a small picture that is made while its preview is removed', () => {
  let folder: TestFolder
  let storage: Storage
  let images: TestImages
  /** What a test does after the service has read the full picture. */
  let afterReadingFull: () => unknown
  /** What a test does before the service writes the small picture. */
  let beforeWriting: () => unknown

  beforeAll(async () => {
    folder = await createTestFolder()
    storage = openStorage({ kind: 'file', path: folder.path })
    images = await startImages({
      storage: {
        ...storage,
        get: async (key) => {
          const object = await storage.get(key)
          await afterReadingFull()
          return object
        },
        put: async (...object) => {
          await beforeWriting()
          await storage.put(...object)
        },
      },
    })
  })
  beforeEach(() => {
    afterReadingFull = beforeWriting = () => undefined
  })
  afterAll(async () => {
    await images.close()
    await folder.close()
  })

  /**
   * Locks a preview's row, as the API does before it removes an email or a picture; it then erases the objects, and
   * last the row.
   */
  const lock = (db: Prisma.TransactionClient, { id }: Preview): Promise<unknown> =>
    db.$queryRaw`SELECT id FROM previews WHERE id = ${id}::uuid FOR UPDATE`
  async function eraseAndRemove(db: Prisma.TransactionClient, preview: Preview): Promise<void> {
    await storage.deletePrefix(picturePrefix(preview))
    await db.$executeRaw`DELETE FROM previews WHERE id = ${preview.id}::uuid`
  }

  async function expectGone(preview: Preview): Promise<void> {
    const keys: string[] = []
    for await (const { key } of storage.list(picturePrefix(preview))) keys.push(key)
    expect(keys).toEqual([])
    const again = await images.fetch(pathOf(preview, 'thumb'))
    expect(again.status).toBe(404)
    await again.arrayBuffer()
  }

  it('is not stored once the row is gone', async () => {
    const preview = await addCapture(images)
    afterReadingFull = () => eraseAndRemove(images.db, preview)
    const response = await images.fetch(pathOf(preview, 'thumb'))
    expect([response.status, response.headers.get('cache-control')]).toEqual([404, 'no-store'])
    await response.arrayBuffer()
    await expectGone(preview)
  })

  it('is not stored while the row is being removed, and may be asked for again should that fail', async () => {
    const preview = await addCapture(images)
    const removeWhileItIsMade = (failure?: Error): Promise<Response> =>
      images.db.$transaction(async (transaction) => {
        await lock(transaction, preview)
        const response = await images.fetch(pathOf(preview, 'thumb'))
        expect([response.status, response.headers.get('retry-after')]).toEqual([503, '5'])
        if (failure) throw failure
        await eraseAndRemove(transaction, preview)
        return response
      }, transactionTimeout)
    await expect(removeWhileItIsMade(new Error('the store is away'))).rejects.toThrow('the store is away')
    expect(await storage.get(pictureKey(preview, 'thumb'))).toBeNull()
    const response = await images.fetch(pathOf(preview, 'thumb450'))
    expect(response.status).toBe(200)
    await response.arrayBuffer()
    await removeWhileItIsMade()
    await expectGone(preview)
  })

  it('is erased by a removal that begins while it is written', async () => {
    const preview = await addCapture(images)
    let removal: Promise<unknown> = Promise.resolve()
    beforeWriting = () =>
      new Promise<void>((written) => {
        removal = images.db.$transaction(async (transaction) => {
          setImmediate(written)
          await lock(transaction, preview)
          await eraseAndRemove(transaction, preview)
        }, transactionTimeout)
      })
    const response = await images.fetch(pathOf(preview, 'thumb'))
    await response.arrayBuffer()
    await removal
    await expectGone(preview)
  })

  it('is not made of a picture that was lost and is being drawn again', async () => {
    const preview = await addCapture(images)
    afterReadingFull = () =>
      images.db.preview.update({
        where: { id: preview.id },
        data: pendingColumns(),
      })
    const response = await images.fetch(pathOf(preview, 'thumb'))
    expect(response.status).toBe(503)
    await response.arrayBuffer()
    expect(await storage.get(pictureKey(preview, 'thumb'))).toBeNull()
  })
})
