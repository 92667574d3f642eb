import { symlink } from 'node:fs/promises'
import path from 'node:path'
import { inspect } from 'node:util'
import { startS3StandIn } from '@pas/testing/s3-stand-in'
import { createTestFolder } from '@pas/testing/test-folder'
import { openFileStorage } from '../src/file-storage'
import { openS3Storage } from '../src/s3-storage'
import { StorageUnavailableError, type Storage } from '../src/storage'

const token = 'Zr7kQ2vYt0bL9xWm4NcH8sPd1uEf6gJa'
const prefix = `captures/${token}/`
const key = `${prefix}full.png`

/** The error that each use of an object rejects with, as text, with everything that a log could show of it. */
async function textsOfFailures(storage: Storage): Promise<string[]> {
  const uses = [
    () => storage.put(key, Buffer.from('x'), 'image/png'),
    () => storage.get(key),
    () => storage.open(key),
    () => storage.deletePrefix(prefix),
    () => storage.list(prefix)[Symbol.asyncIterator]().next(),
  ]
  const texts: string[] = []
  for (const use of uses) {
    const error: unknown = await use().catch((failure: unknown) => failure)
    expect(error).toBeInstanceOf(StorageUnavailableError)
    texts.push(inspect(error, { depth: null, showHidden: true }))
  }
  return texts
}

describe('a storage error says why and never names the object, as its key is enough to see a picture', () => {
  it('in a folder', async () => {
    const folder = await createTestFolder()
    const storage = openFileStorage(folder.path)
    // A symbolic link to itself, which even root cannot read.
    await symlink('captures', path.join(folder.path, 'captures'))
    for (const text of await textsOfFailures(storage)) {
      expect(text).toContain('ELOOP: too many symbolic links encountered')
      expect(text).not.toContain(token)
    }
    await folder.close()
  })

  it('in a bucket', async () => {
    const s3 = await startS3StandIn(() => false)
    const storage = openS3Storage(s3.config)
    try {
      for (const text of await textsOfFailures(storage)) {
        expect(text).toContain('AccessDenied: User: arn:aws:iam::1:user/faults is not authorized')
        expect(text).not.toContain(token)
      }
    } finally {
      storage.close()
      await s3.close()
    }
  })
})
