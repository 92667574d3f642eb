import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { checkRoundTrip } from '../src/check-round-trip'
import { openFileStorage } from '../src/file-storage'
import { DamagedObjectError, StorageUnavailableError } from '../src/storage'

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
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'emails',
      'emails/two',
      'emails/two/email.json',
    ])
  })

  it('does not show what a writer that died left half-written, and removes it with its prefix', async () => {
    const storage = openFileStorage(folder)
    await storage.put('captures/token/full.png', Buffer.from('old'), 'image/png')
    const abandoned = path.join(folder, 'captures/token/full.png~2f1c')
    await writeFile(abandoned, 'image/png\nne')
    const listed: string[] = []
    for await (const { key } of storage.list('captures/')) listed.push(key)
    expect(listed).toEqual(['captures/token/full.png'])
    expect((await storage.get('captures/token/full.png'))?.body.toString()).toBe('old')
    expect(await storage.deletePrefix('captures/token/')).toBe(1)
    expect(await readdir(path.join(folder, 'captures'))).toEqual([])
  })

  it('removes what was left half-written before a moment, and nothing else', async () => {
    const storage = openFileStorage(folder)
    await storage.put('captures/token/full.png', Buffer.from('whole'), 'image/png')
    for (const made of ['emails/one', 'check-died/', 'check-now/'])
      await mkdir(path.join(folder, made), { recursive: true })
    for (const piece of [
      'captures/token/full.png~2f1c',
      'emails/one/email.json~77aa',
      'emails/one/new.json~1',
      'check-died/object',
      'check-now/object',
    ])
      await writeFile(path.join(folder, piece), 'x')
    for (const young of ['emails/one/new.json~1', 'check-now/object'])
      await utimes(path.join(folder, young), new Date(), new Date(Date.now() + 60_000))
    const before = new Date(Date.now() + 1_000)
    await expect(storage.removeUnfinished(before, AbortSignal.abort('stop'))).rejects.toBe('stop')
    expect(await storage.removeUnfinished(before, new AbortController().signal)).toBe(3)
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'captures',
      'captures/token',
      'captures/token/full.png',
      'check-now',
      'check-now/object',
      'emails',
      'emails/one',
      'emails/one/new.json~1',
    ])
  })

  it.each([
    ['cut off', ''],
    ['overwritten', '\0'.repeat(300)],
  ])('tells an object that was %s from a store that is away', async (_how, content) => {
    const storage = openFileStorage(folder)
    await storage.put('emails/one/email.json', Buffer.from('x'), 'application/json')
    await writeFile(path.join(folder, 'emails/one/email.json'), content)
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
    const check = checkRoundTrip({ ...storage, get: () => Promise.reject(isUnreadable) })
    await expect(check).rejects.toBe(isUnreadable)
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses to open where no folder can be made', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    expect(() => openFileStorage(path.join(file, 'objects'))).toThrow(StorageUnavailableError)
  })
})
