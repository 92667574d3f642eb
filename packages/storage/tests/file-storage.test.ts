import { mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { openFileStorage } from '../src/file-storage'
import { StorageUnavailableError } from '../src/storage'

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
    await mkdir(path.join(folder, 'emails/one'), { recursive: true })
    for (const piece of [
      'captures/token/full.png~2f1c',
      'emails/one/email.json~77aa',
      'emails/one/new.json~1',
    ])
      await writeFile(path.join(folder, piece), 'x')
    await utimes(path.join(folder, 'emails/one/new.json~1'), new Date(), new Date(Date.now() + 60_000))
    expect(await storage.removeUnfinished(new Date(Date.now() + 1_000))).toBe(2)
    expect((await readdir(folder, { recursive: true })).sort()).toEqual([
      'captures',
      'captures/token',
      'captures/token/full.png',
      'emails',
      'emails/one',
      'emails/one/new.json~1',
    ])
  })

  it('leaves nothing behind when it finds itself usable', async () => {
    await openFileStorage(folder).check()
    expect(await readdir(folder)).toEqual([])
  })

  it('refuses to open where no folder can be made', async () => {
    const file = path.join(folder, 'file')
    await writeFile(file, '')
    expect(() => openFileStorage(path.join(file, 'objects'))).toThrow(StorageUnavailableError)
  })
})
