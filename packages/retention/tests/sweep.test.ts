import { randomUUID } from 'node:crypto'
import { rm, utimes } from 'node:fs/promises'
import path from 'node:path'
import { picturePath, picturePrefix } from '@pas/captures/storage-keys'
import { frozenEmailKey } from '@pas/emails/storage-keys'
import { objectFile } from '@pas/storage/object-file'
import type { Storage } from '@pas/storage/storage'
import { createTestDatabase, type TestDatabase } from '@pas/testing/test-database'
import { adoptStore } from '../src/installation-mark'
import { sweepObjects } from '../src/sweep-objects'
import { dayMs, openRetentionStores, type RetentionStores } from './retention-stores'

const { signal } = new AbortController()

const sweep = (deps: Pick<RetentionStores, 'db' | 'storage' | 'clock'>): Promise<number> =>
  sweepObjects({ ...deps, signal })

describe('the sweep', () => {
  let stores: RetentionStores
  let other: TestDatabase
  beforeAll(async () => {
    other = await createTestDatabase()
  })
  beforeEach(async () => {
    stores = await openRetentionStores()
    await other.db.installation.deleteMany()
  })
  afterEach(() => stores.close())
  afterAll(() => other.close())

  const marks = async (db = stores.db): Promise<unknown[]> => {
    const row = await db.installation.findFirst()
    const object = await stores.storage.get('installation')
    return [row?.mark, object?.body.toString()]
  }
  async function keys(): Promise<string[]> {
    const found: string[] = []
    for (const folder of ['emails/', 'captures/'])
      for await (const { key } of stores.storage.list(folder)) found.push(key)
    return found.sort()
  }
  async function age(): Promise<void> {
    const writtenAt = new Date(stores.clock.now().getTime() - dayMs)
    for (const key of await keys()) await utimes(objectFile(stores.storagePath, key), writtenAt, writtenAt)
  }
  /** Stores two emails and their pictures, older than a day; resolves to their keys. */
  async function fill(): Promise<string[]> {
    for (let index = 0; index < 2; index++) await stores.addCapture(await stores.addEmail())
    await age()
    return keys()
  }

  it('marks a new installation’s database and store alike, and goes on sweeping them', async () => {
    expect(await sweep(stores)).toBe(0)
    const [ofDatabase, ofStore] = await marks()
    expect(ofDatabase).toMatch(/^[0-9a-f-]{36}$/)
    expect(ofStore).toBe(ofDatabase)
    await fill()
    expect(await sweep(stores)).toBe(0)
  })

  it('of a new database erases nothing in the store of another installation', async () => {
    await sweep(stores)
    const before = await fill()
    await expect(sweep({ ...stores, db: other.db })).rejects.toMatchObject({
      reason: 'foreign_store',
      message: expect.stringMatching(/this database is not.*STORAGE_URL.*pas retention adopt/) as string,
    })
    expect(await keys()).toEqual(before)
    expect(await sweep(stores)).toBe(0)
  })

  it.each([true, false])(
    'of a new database neither marks nor erases a store that is full and has no mark, its objects older than a day: %s',
    async (isOld) => {
      for (let index = 0; index < 2; index++) await stores.addCapture(await stores.addEmail())
      if (isOld) await age()
      const before = await keys()
      await expect(sweep({ ...stores, db: other.db })).rejects.toMatchObject({ reason: 'unknown_store' })
      expect(await keys()).toEqual(before)
      expect(await marks(other.db)).toEqual([undefined, undefined])
    },
  )

  it('marks a store and a database that have no mark yet, when its rows name what is there', async () => {
    const before = await fill()
    expect(await sweep(stores)).toBe(0)
    const [ofDatabase, ofStore] = await marks()
    expect(ofDatabase).toMatch(/^[0-9a-f-]{36}$/)
    expect(ofStore).toBe(ofDatabase)
    expect(await keys()).toEqual(before)
  })

  it('erases nothing when the two have different marks, or one has lost its own, until the operator says they belong together', async () => {
    await sweep(stores)
    const before = await fill()
    const refused = async (): Promise<void> => {
      await expect(sweep(stores)).rejects.toMatchObject({ reason: 'foreign_store' })
      expect(await keys()).toEqual(before)
      await adoptStore(stores)
      expect(await sweep(stores)).toBe(0)
    }
    await rm(path.join(stores.storagePath, 'installation'))
    await refused()
    await stores.db.installation.deleteMany()
    await refused()
    await stores.storage.put('installation', Buffer.from(randomUUID()), 'text/plain')
    await refused()
  })

  describe('stops before it erases anything', () => {
    const erased: string[] = []
    /** A store that lists `named` objects of a picture with a row, and `unnamed` pictures without one. */
    async function listing(named: number, unnamed: number): Promise<Storage> {
      await adoptStore(stores)
      erased.length = 0
      const preview = await stores.addPreview(await stores.addEmail())
      const keys = [
        ...Array.from({ length: named }, (_, index) => `${picturePrefix(preview)}${index}`),
        ...Array.from({ length: unnamed }, (_, index) => picturePath(`lost${index}`, 'full')),
      ]
      const writtenAt = new Date(stores.clock.now().getTime() - 2 * dayMs)
      return {
        ...stores.storage,
        deletePrefix: (prefix) => Promise.resolve(erased.push(prefix)),
        // eslint-disable-next-line @typescript-eslint/require-await
        list: async function* (prefix) {
          if (prefix === 'captures/') for (const key of keys) yield { key, writtenAt }
        },
      }
    }

    it('when over 5 % of the objects have no row', async () => {
      const storage = await listing(94, 5)
      await expect(sweep({ ...stores, storage })).rejects.toMatchObject({
        reason: 'too_many',
        message: expect.stringMatching(/5 of 99 objects.*pas retention run --force/) as string,
      })
      expect(erased).toEqual([])
      expect(await sweep({ ...stores, storage: await listing(95, 5) })).toBe(5)
      expect(erased.sort()).toEqual([0, 1, 2, 3, 4].map((index) => `captures/lost${index}/`))
    })

    it('when over 1,000 objects have no row', async () => {
      const storage = await listing(30_000, 1_001)
      await expect(sweep({ ...stores, storage })).rejects.toMatchObject({
        reason: 'too_many',
        message: expect.stringContaining('over 1000 objects') as string,
      })
      expect(erased).toEqual([])
    })
  })

  it('continues after an object that storage refuses to erase, and fails in the end', async () => {
    await adoptStore(stores)
    const emails = Array.from({ length: 3 }, () => randomUUID())
    for (const id of emails) await stores.storage.put(frozenEmailKey(id), Buffer.from('x'), 'text/plain')
    for (let index = 0; index < 40; index++) await stores.addCapture(await stores.addEmail())
    await age()
    const [refused = ''] = emails
    const refusing: Storage = {
      ...stores.storage,
      deletePrefix: (prefix) =>
        prefix.includes(refused) ? Promise.reject(new Error('refused')) : stores.storage.deletePrefix(prefix),
    }
    await expect(sweep({ ...stores, storage: refusing })).rejects.toMatchObject({ done: 2, refused: 1 })
    expect(await sweep(stores)).toBe(1)
  })
})
