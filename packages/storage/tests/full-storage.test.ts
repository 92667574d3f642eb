import { execFile, execFileSync } from 'node:child_process'
import { open } from 'node:fs/promises'
import path from 'node:path'
import { promisify } from 'node:util'
import { startS3StandIn } from '@pas/testing/s3-stand-in'
import { createTestFolder } from '@pas/testing/test-folder'
import { openFileStorage } from '../src/file-storage'
import { openS3Storage } from '../src/s3-storage'
import { StorageFullError } from '../src/storage'

const tmpfs = (folder: string, command: string): string[] => [
  '--user',
  '--map-root-user',
  '--mount',
  'sh',
  '-ec',
  `mount -t tmpfs -o size=256k tmpfs ${folder}; ${command}`,
]
const canMount = (): boolean => {
  try {
    execFileSync('unshare', tmpfs('/mnt', 'true'), { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Fills a store in the folder, then reads what it has. Prints what became of each step. */
const script = `
  const { openFileStorage } = require(process.argv[1])
  const storage = openFileStorage(process.argv[2])
  const outcome = (work) => work.then(() => 'ok', ({ name, readinessReason }) => name + ' ' + readinessReason)
  ;(async () => {
    const put = (key, bytes) => storage.put(key, Buffer.alloc(bytes), 'image/png')
    const steps = [
      await outcome(put('a/b/small', 1000)),
      await outcome(put('a/b/large', 1_000_000)),
      await outcome(storage.get('a/b/small')),
      await outcome((async () => { for (let n = 0; ; n++) await put('a/b/' + n, 1000) })()),
      await outcome(storage.check()),
      await outcome(storage.deletePrefix('a/b/')),
      await outcome(storage.check()),
    ]
    console.log(JSON.stringify(steps))
  })()`

describe('a store that is full', () => {
  it('says so in a bucket', async () => {
    const s3 = await startS3StandIn()
    const storage = openS3Storage(s3.config)
    try {
      s3.fail({ status: 507 })
      await expect(storage.put('a/b/c', Buffer.from('x'), 'image/png')).rejects.toThrow(StorageFullError)
      await expect(storage.check()).rejects.toThrow(StorageFullError)
      s3.fail({ status: 503 })
      await expect(storage.put('a/b/c', Buffer.from('x'), 'image/png')).rejects.not.toThrow(StorageFullError)
    } finally {
      storage.close()
      await s3.close()
    }
  })

  it.each([
    { of: 'Ceph', status: 403, code: 'QuotaExceeded' },
    { of: 'MinIO', status: 507, code: 'XMinioStorageFull' },
    { of: 'MinIO with a quota', status: 400, code: 'XMinioAdminBucketQuotaExceeded' },
    {
      of: 'Garage',
      status: 403,
      code: 'AccessDenied',
      message: 'Forbidden: Bucket size quota is reached, maximum total size of objects for this bucket: 9',
    },
  ])('says so in the words of $of, and can be read', async ({ of: _of, ...error }) => {
    const s3 = await startS3StandIn()
    const storage = openS3Storage(s3.config)
    const put = () => storage.put('a/b/c', Buffer.from('x'), 'image/png')
    try {
      await put()
      s3.refusePut(error)
      await expect(put()).rejects.toThrow(StorageFullError)
      expect((await storage.get('a/b/c'))?.body.toString()).toBe('x')
      s3.refusePut({ ...error, status: 403, code: 'AccessDenied', message: 'no right to quota-box' })
      await expect(put()).rejects.not.toThrow(StorageFullError)
    } finally {
      storage.close()
      await s3.close()
    }
  })

  it('says so in a folder with a quota', async () => {
    const folder = await createTestFolder()
    const handle = await open(folder.path)
    const prototype = Object.getPrototypeOf(handle) as typeof handle
    await handle.close()
    // No file system with quotas can be mounted without rights on the machine.
    const quota = Object.assign(new Error('EDQUOT'), { code: 'EDQUOT', errno: -122, syscall: 'write' })
    const writev = jest.spyOn(prototype, 'writev').mockRejectedValue(quota)
    try {
      const put = openFileStorage(folder.path).put('a/b/c', Buffer.from('x'), 'image/png')
      await expect(put).rejects.toThrow(StorageFullError)
    } finally {
      writev.mockRestore()
      await folder.close()
    }
  })

  const name = 'says so in a folder, can be read, and is used again once there is room'
  const [itHere, why] = canMount()
    ? [it, '']
    : [it.skip, ' (skipped: this machine lets no test mount a tmpfs)']
  itHere(`${name}${why}`, async () => {
    const folder = await createTestFolder()
    const module = path.resolve(__dirname, '../dist/file-storage.js')
    const command = `exec ${process.execPath} -e "$1" ${module} ${folder.path}`
    const { stdout } = await promisify(execFile)('unshare', [...tmpfs(folder.path, command), 'sh', script])
    const full = 'StorageFullError full'
    expect(JSON.parse(stdout)).toEqual(['ok', full, 'ok', full, full, 'ok', 'ok'])
    await folder.close()
  })
})
