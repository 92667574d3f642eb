import { stat } from 'node:fs/promises'
import { getSystemErrorMessage } from 'node:util'
import { DamagedObjectError, StorageFullError, StorageUnavailableError } from './storage'

/** Throws when the root is missing, too: a lost disk must not look like a lost object. */
export async function unlessMissing<T>(root: string, read: () => Promise<T>): Promise<T | null> {
  try {
    return await read()
  } catch (error) {
    const code = codeOf(error)
    if (code !== 'ENOENT' && code !== 'ENOTDIR' && code !== 'EISDIR') throw error
    await stat(root)
    return null
  }
}

export async function available<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw unavailable(error)
  }
}

export const unavailable = (error: unknown): unknown =>
  error instanceof DamagedObjectError || error instanceof StorageUnavailableError
    ? error
    : fullCodes.has(codeOf(error) ?? '')
      ? new StorageFullError('the disk of the storage folder is full', { cause: withoutPath(error) })
      : new StorageUnavailableError('the storage folder cannot be used', { cause: withoutPath(error) })

/** No space left on the device, and quota exceeded. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

/** Leaves out the path: it has the object's key, which is enough to see a picture. */
function withoutPath(error: unknown): unknown {
  const { code, errno, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || errno === undefined) return error
  return Object.assign(new Error(`${code}: ${getSystemErrorMessage(errno)}, ${syscall}`), { code })
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
