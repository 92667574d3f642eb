import { randomBytes, randomUUID } from 'node:crypto'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { buffer } from 'node:stream/consumers'
import { openStorage } from '../src/open-storage'
import { readStorageConfig } from '../src/storage-config'
import { StorageUnavailableError, type Storage } from '../src/storage'

const png = 'image/png'
/**
 * Timeout of the paging test, long enough for a slow S3 server over the network to write, list and remove a thousand
 * objects.
 */
const manyObjectsTimeoutMs = 240_000

interface Opened {
  storage: Storage
  /** The same kind of store, which cannot be reached. */
  unreachable: Storage
  close: () => Promise<void>
}

/** What every store promises. `base` keeps this run's keys apart from anything else in the store. */
function describeStorage(name: string, open: () => Promise<Opened>): void {
  describe(name, () => {
    const base = `contract-${randomBytes(6).toString('hex')}`
    let storage: Storage
    let unreachable: Storage
    let close: () => Promise<void>

    beforeAll(async () => {
      ;({ storage, unreachable, close } = await open())
    })
    afterAll(async () => {
      await storage.deletePrefix(`${base}/`)
      storage.close()
      unreachable.close()
      await close()
    })

    it('gives back what was put, with its content type', async () => {
      const body = randomBytes(100_000)
      await storage.put(`${base}/a/b.c_d-e`, body, 'text/html; charset=utf-8')
      expect(await storage.get(`${base}/a/b.c_d-e`)).toEqual({
        body,
        contentType: 'text/html; charset=utf-8',
      })
    })

    it('streams an object with its length and a strong validator', async () => {
      const body = Buffer.from('line one\nline two\n')
      await storage.put(`${base}/streamed`, body, png)
      const opened = await storage.open(`${base}/streamed`)
      if (!opened) throw new Error('missing')
      expect(opened).toMatchObject({ contentLength: body.byteLength, contentType: png })
      expect(opened.etag).toMatch(/^"[^"]+"$/)
      expect(await buffer(opened.stream)).toEqual(body)

      const again = await storage.open(`${base}/streamed`)
      again?.stream.destroy()
      expect(again?.etag).toBe(opened.etag)

      await storage.put(`${base}/streamed`, Buffer.from('line one\nline 2wo\n'), png)
      const replaced = await storage.open(`${base}/streamed`)
      replaced?.stream.destroy()
      expect(replaced?.etag).not.toBe(opened.etag)
    })

    it('keeps an empty object', async () => {
      await storage.put(`${base}/empty`, Buffer.alloc(0), 'text/plain')
      expect(await storage.get(`${base}/empty`)).toEqual({ body: Buffer.alloc(0), contentType: 'text/plain' })
      const opened = await storage.open(`${base}/empty`)
      if (!opened) throw new Error('missing')
      expect(opened.contentLength).toBe(0)
      expect(await buffer(opened.stream)).toHaveLength(0)
    })

    it('keeps 20 MB', async () => {
      const body = randomBytes(20_000_000)
      await storage.put(`${base}/large`, body, png)
      expect((await storage.get(`${base}/large`))?.body.equals(body)).toBe(true)
      const opened = await storage.open(`${base}/large`)
      if (!opened) throw new Error('missing')
      expect((await buffer(opened.stream)).equals(body)).toBe(true)
    })

    it('answers null for what was never put, and for a folder', async () => {
      await storage.put(`${base}/folder/object`, Buffer.from('x'), png)
      for (const key of [`${base}/none`, `${base}/none/none`, `${base}/folder`]) {
        expect(await storage.get(key)).toBeNull()
        expect(await storage.open(key)).toBeNull()
      }
      expect(await storage.deletePrefix(`${base}/none/`)).toBe(0)
      expect(await keysBelow(storage, `${base}/none/`)).toEqual([])
    })

    it('shows one whole body while many puts write one key', async () => {
      const bodies = Array.from({ length: 20 }, (_, index) => Buffer.alloc(300_000, index))
      const key = `${base}/contended/object`
      const writing = Promise.all(bodies.map((body) => storage.put(key, body, png)))
      const seen = await Promise.all(Array.from({ length: 20 }, () => storage.get(key)))
      await writing
      seen.push(await storage.get(key))
      for (const object of seen.filter((each) => each !== null))
        expect(bodies.some((body) => body.equals(object.body))).toBe(true)
      expect(seen.at(-1)).not.toBeNull()
      expect(await keysBelow(storage, `${base}/contended/`)).toEqual([key])
    })

    it('takes a put while its folder is being deleted', async () => {
      const rounds = 30
      for (let round = 0; round < rounds; round++) {
        const puts = Array.from({ length: 10 }, (_, index) =>
          storage.put(`${base}/race/${index}`, Buffer.from('x'), png),
        )
        await Promise.all([...puts, storage.deletePrefix(`${base}/race/`)])
      }
      await storage.put(`${base}/race/last`, Buffer.from('x'), png)
      expect(await storage.get(`${base}/race/last`)).not.toBeNull()
    })

    it('deletes a prefix and nothing beside it', async () => {
      for (const key of ['gone/1', 'gone/deep/2', 'gone-not/3', 'gone.not'])
        await storage.put(`${base}/${key}`, Buffer.from(key), png)
      expect(await storage.deletePrefix(`${base}/gone/`)).toBe(2)
      expect(await storage.get(`${base}/gone/1`)).toBeNull()
      expect(await storage.get(`${base}/gone/deep/2`)).toBeNull()
      expect(await storage.get(`${base}/gone-not/3`)).not.toBeNull()
      expect(await storage.get(`${base}/gone.not`)).not.toBeNull()
      expect(await storage.deletePrefix(`${base}/gone/`)).toBe(0)
    })

    it(
      'lists and deletes more objects than a page holds, with the time each was written',
      async () => {
        const before = Date.now()
        const keys = Array.from({ length: 1_050 }, (_, index) => `${base}/many/${index}/object`)
        for (let start = 0; start < keys.length; start += 25)
          await Promise.all(
            keys.slice(start, start + 25).map((key) => storage.put(key, Buffer.from(key), png)),
          )
        const times: number[] = []
        const listed: string[] = []
        for await (const { key, writtenAt } of storage.list(`${base}/many/`)) {
          listed.push(key)
          times.push(writtenAt.getTime())
        }
        expect(listed.sort()).toEqual(keys.sort())
        // Some servers say whole seconds only, and their clock is not ours.
        expect(Math.min(...times)).toBeGreaterThan(before - 60_000)
        expect(Math.max(...times)).toBeLessThan(Date.now() + 60_000)

        expect(await storage.deletePrefix(`${base}/many/`)).toBe(1_050)
        expect(await keysBelow(storage, `${base}/many/`)).toEqual([])
      },
      manyObjectsTimeoutMs,
    )

    it.each([
      '',
      '/absolute',
      'a//b',
      'a/',
      '../escape',
      'a/../../escape',
      'a/.',
      'a\\b',
      'a b',
      'a~b',
      'ä',
      'a\0b',
      'a%2e%2e/b',
      'x'.repeat(1_000),
    ])('refuses %j as a key', async (key) => {
      await expect(storage.put(key, Buffer.from('x'), png)).rejects.toBeInstanceOf(TypeError)
      await expect(storage.get(key)).rejects.toBeInstanceOf(TypeError)
      await expect(storage.open(key)).rejects.toBeInstanceOf(TypeError)
    })

    it.each(['', '/', 'a', '../', 'a/../'])('refuses %j as a prefix', async (prefix) => {
      await expect(storage.deletePrefix(prefix)).rejects.toBeInstanceOf(TypeError)
      await expect(keysBelow(storage, prefix)).rejects.toBeInstanceOf(TypeError)
    })

    it('refuses a content type that is no header value', async () => {
      await expect(storage.put(`${base}/typed`, Buffer.from('x'), 'a\r\nb: c')).rejects.toBeInstanceOf(
        TypeError,
      )
    })

    it('finds itself usable', async () => {
      await expect(storage.check()).resolves.toBeUndefined()
    })

    it('removes what a check left before a given time, and no other object', async () => {
      const left = `check-${randomUUID()}/object`
      await storage.put(left, Buffer.from('x'), 'text/plain')
      const others = [`${base}/kept`, `check-${base}/kept`]
      for (const key of others) await storage.put(key, Buffer.from('x'), png)
      const { signal } = new AbortController()
      await storage.removeUnfinished(new Date(Date.now() - 3_600_000), signal)
      expect(await storage.get(left)).not.toBeNull()
      expect(await storage.removeUnfinished(new Date(Date.now() + 3_600_000), signal)).toBeGreaterThan(0)
      expect(await storage.get(left)).toBeNull()
      for (const key of others) expect(await storage.get(key)).not.toBeNull()
      await storage.deletePrefix(`check-${base}/`)
    })

    it('says that the store is away, never that an object is missing', async () => {
      const body = Buffer.from('x')
      await expect(unreachable.put(`${base}/a`, body, png)).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(unreachable.get(`${base}/a`)).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(unreachable.open(`${base}/a`)).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(unreachable.deletePrefix(`${base}/`)).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(keysBelow(unreachable, `${base}/`)).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(unreachable.check()).rejects.toBeInstanceOf(StorageUnavailableError)
    })
  })
}

async function keysBelow(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys
}

describeStorage('storage in a folder', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'pas-storage-'))
  const gone = path.join(folder, 'gone')
  const unreachable = openStorage({ kind: 'file', path: gone })
  // Opening made the folder; losing it afterwards is what an unmounted disk looks like.
  await rm(gone, { recursive: true })
  return {
    storage: openStorage({ kind: 'file', path: path.join(folder, 'objects') }),
    unreachable,
    close: () => rm(folder, { recursive: true }),
  }
})

const s3Url = process.env.TEST_S3_URL
if (s3Url) {
  const config = readStorageConfig({ ...process.env, STORAGE_URL: s3Url })
  if (config.kind !== 's3') throw new Error('TEST_S3_URL must be an s3:// URL')
  describeStorage('storage in a bucket', () =>
    Promise.resolve({
      storage: openStorage(config),
      // Nothing listens on port 1.
      unreachable: openStorage({ ...config, endpoint: 'http://127.0.0.1:1' }),
      close: () => Promise.resolve(),
    }),
  )
  describe('storage in a bucket that refuses us', () => {
    it.each([
      ['the bucket does not exist', { ...config, bucket: 'no-such-bucket-here' }],
      ['the credentials are wrong', { ...config, credentials: { accessKeyId: 'no', secretAccessKey: 'no' } }],
    ])('says that the store is away when %s', async (_reason, refused) => {
      const storage = openStorage(refused)
      await expect(storage.get('a')).rejects.toBeInstanceOf(StorageUnavailableError)
      await expect(storage.check()).rejects.toBeInstanceOf(StorageUnavailableError)
      storage.close()
    })
  })
} else {
  describe.skip('storage in a bucket (skipped: TEST_S3_URL is not set; npm run test:s3 sets it)', () => {
    it('keeps the same promises', () => undefined)
  })
}
