import { randomBytes, randomUUID } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { mkdir, mkdtemp, readdir, rename, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { withCheck } from '../src/check-storage'
import { openFileStorage } from '../src/file-storage'
import { DamagedObjectError, StorageUnavailableError, type Storage } from '../src/storage'

describe('storage in a folder', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(path.join(tmpdir(), 'pas-storage-'))
  })
  afterEach(() => rm(folder, { recursive: true }))

  it('leaves neither a file nor a folder where a prefix was', async () => {
    const storage = openFileStorage(folder)
    await storage.put('emails/one/assets/deep/1', Buffer.from('x'), 'image/png')
    await storage.put('emails/two/email.json', Buffer.from('x'), 'application/json')
    await storage.deletePrefix('emails/one/')
    expect(await filesIn(folder)).toEqual(['emails/@tw/two/email.json'])
    expect(await readdir(path.join(folder, 'emails/@on'))).toEqual([])
  })

  it('spreads objects over folders, by two letters of the random part of their keys', async () => {
    const storage = openFileStorage(folder)
    const letters = ['a', 'B', '-', '0']
    const tokens = letters
      .flatMap((one) => letters.map((two) => one + two))
      .flatMap((start) => Array.from({ length: 10 }, () => start + randomBytes(24).toString('base64url')))
    const keys = tokens.map((token) => `captures/${token}/full.png`)
    await Promise.all(keys.map((key) => storage.put(key, Buffer.from('x'), 'image/png')))
    const fans = await readdir(path.join(folder, 'captures'))
    expect(fans).toHaveLength(16)
    for (const fan of fans) expect(await readdir(path.join(folder, 'captures', fan))).toHaveLength(10)
    expect(await keysBelow(storage, 'captures/')).toEqual(keys.sort())
  })

  it('reads a folder as it lists it, not whole beforehand, and closes it when the caller stops early', async () => {
    const storage = openFileStorage(folder)
    for (const token of ['one', 'two', 'three'])
      await storage.put(`captures/${token}/full.png`, Buffer.from('x'), 'image/png')
    const listing = storage.list('captures/')[Symbol.asyncIterator]()
    await listing.next()
    expect(openBelow(folder)).toContain(path.join(folder, 'captures'))
    await listing.return?.()
    expect(openBelow(folder)).toEqual([])
  })

  it('removes the folder above a prefix with the last of its objects, and not before', async () => {
    const storage = openFileStorage(folder)
    for (const hash of ['one', 'two'])
      await storage.put(`captures/email/${hash}/full.png`, Buffer.from('x'), 'image/png')
    await storage.deletePrefix('captures/email/one/')
    expect(await readdir(path.join(folder, 'captures/@em'))).toEqual(['email'])
    await storage.deletePrefix('captures/email/two/')
    expect(await readdir(path.join(folder, 'captures/@em'))).toEqual([])
  })

  it('does not show the unfinished file of a writer that died, and removes it with its prefix', async () => {
    const storage = openFileStorage(folder)
    await storage.put('captures/token/full.png', Buffer.from('old'), 'image/png')
    const abandoned = path.join(folder, 'captures/@to/token/full.png~2f1c')
    await writeFile(abandoned, 'image/png\nne')
    const listed: string[] = []
    for await (const { key } of storage.list('captures/')) listed.push(key)
    expect(listed).toEqual(['captures/token/full.png'])
    expect((await storage.get('captures/token/full.png'))?.body.toString()).toBe('old')
    expect(await storage.deletePrefix('captures/token/')).toBe(1)
    expect(await filesIn(folder)).toEqual([])
  })

  it('removes unfinished files from before a given time, and nothing else, nor files of the folder’s other users', async () => {
    const storage = openFileStorage(folder)
    await storage.put('captures/token/full.png', Buffer.from('whole'), 'image/png')
    const [died, now] = [`check-${randomUUID()}`, `check-${randomUUID()}`]
    const young = [`emails/one/new.json~${randomUUID()}`, `${now}/object`]
    const others = ['check-ins/2026.csv', 'check-list.txt', 'notes/letter.txt~', 'notes/~lock', 'notes/a~b']
    for (const made of ['captures/token', 'emails/one', 'check-ins', 'notes', died, now])
      await mkdir(path.join(folder, made), { recursive: true })
    for (const piece of [
      `captures/token/full.png~${randomUUID()}`,
      `emails/one/email.json~${randomUUID()}`,
      `${died}/object`,
      ...young,
      ...others,
    ])
      await writeFile(path.join(folder, piece), 'x')
    for (const piece of young)
      await utimes(path.join(folder, piece), new Date(), new Date(Date.now() + 60_000))
    const before = new Date(Date.now() + 1_000)
    await expect(storage.removeUnfinished(before, AbortSignal.abort('stop'))).rejects.toBe('stop')
    expect(await storage.removeUnfinished(before, new AbortController().signal)).toBe(3)
    expect(await filesIn(folder)).toEqual(['captures/@to/token/full.png', ...young, ...others].sort())
    expect((await readdir(folder)).sort()).toEqual(
      ['captures', 'check-ins', 'check-list.txt', 'emails', 'notes', now].sort(),
    )
  })

  it.each([
    ['cut off', ''],
    ['overwritten', '\0'.repeat(300)],
  ])('tells an object that was %s apart from a store that is away', async (_how, content) => {
    const storage = openFileStorage(folder)
    await storage.put('emails/one/email.json', Buffer.from('x'), 'application/json')
    await writeFile(path.join(folder, 'emails/@on/one/email.json'), content)
    for (const read of ['get', 'open'] as const)
      await expect(storage[read]('emails/one/email.json')).rejects.toBeInstanceOf(DamagedObjectError)
  })

  it('leaves nothing behind when it finds itself usable', async () => {
    await openFileStorage(folder).check()
    expect(await readdir(folder)).toEqual([])
  })

  it('leaves nothing behind either when it cannot read what it wrote', async () => {
    const storage = openFileStorage(folder)
    const isUnreadable = new StorageUnavailableError('unreadable')
    const unreadable = withCheck({
      ...storage,
      get: (key) => (key.startsWith('check-') ? Promise.reject(isUnreadable) : storage.get(key)),
    })
    await expect(unreadable.check()).rejects.toBe(isUnreadable)
    expect(await readdir(folder)).toEqual([])
  })

  it('reads one object to find itself usable; writes and removes one at first, once a minute and after a failure', async () => {
    const storage = openFileStorage(folder)
    const now = jest.spyOn(performance, 'now')
    const startedAt = performance.now()
    const writesWithin = async (ms: number, work = () => storage.check()): Promise<boolean> => {
      now.mockReturnValue(startedAt + ms)
      await utimes(folder, 0, 0)
      await work()
      // Making or removing anything in a folder changes its mtime.
      return (await stat(folder)).mtimeMs !== 0
    }
    try {
      expect(await writesWithin(0)).toBe(true)
      expect(await writesWithin(1_000)).toBe(false)
      expect(await writesWithin(59_999)).toBe(false)
      expect(await writesWithin(60_000)).toBe(true)
      expect(await writesWithin(61_000)).toBe(false)

      await rename(folder, `${folder}-away`)
      await expect(storage.check()).rejects.toBeInstanceOf(StorageUnavailableError)
      await rename(`${folder}-away`, folder)
      expect(await writesWithin(62_000)).toBe(true)
      expect(await writesWithin(63_000)).toBe(false)

      // A put fails while reads still work, as on a full disk.
      await writeFile(path.join(folder, 'captures'), '')
      await expect(storage.put('captures/a/b', Buffer.from('x'), 'image/png')).rejects.toThrow()
      expect(await writesWithin(64_000)).toBe(true)
    } finally {
      now.mockRestore()
    }
  })

  it('refuses to open where no folder can be made', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    expect(() => openFileStorage(path.join(file, 'objects'))).toThrow(StorageUnavailableError)
  })
})

/** Every file below a folder, by its path relative to the folder. */
async function filesIn(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => path.relative(folder, path.join(entry.parentPath, entry.name)))
    .sort()
}

async function keysBelow(storage: Storage, prefix: string): Promise<string[]> {
  const keys: string[] = []
  for await (const { key } of storage.list(prefix)) keys.push(key)
  return keys.sort()
}

/** The paths below a folder that this process has open. */
function openBelow(folder: string): string[] {
  const targets = readdirSync('/proc/self/fd').flatMap((fd) => {
    try {
      return [readlinkSync(`/proc/self/fd/${fd}`)]
    } catch {
      // This descriptor was closed meanwhile, as that of the listing itself is.
      return []
    }
  })
  return targets.filter((target) => target.startsWith(folder))
}
