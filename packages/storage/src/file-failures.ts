import { stat } from 'node:fs/promises'
import { getSystemErrorMessage } from 'node:util'
import { DamagedObjectError, StorageFullError, StorageUnavailableError } from './storage'

/** Null for a missing file. Throws for a missing root: a lost disk must not look like a lost object. */
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

export async function withStorageErrors<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    throw storageErrorOf(error)
  }
}

/** No space left on the device, and quota exceeded. */
const fullCodes: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT'])

export function storageErrorOf(error: unknown): unknown {
  if (error instanceof DamagedObjectError || error instanceof StorageUnavailableError) return error
  const cause = withoutPath(error)
  return fullCodes.has(codeOf(error) ?? '')
    ? new StorageFullError('the disk of the storage folder is full', { cause })
    : new StorageUnavailableError('the storage folder cannot be used', { cause })
}

/** Leaves out the path: it has the object's key, which is enough to see a picture. */
function withoutPath(error: unknown): unknown {
  const { code, errno, syscall } = error as NodeJS.ErrnoException
  if (code === undefined || errno === undefined) return error
  return Object.assign(new Error(`${code}: ${getSystemErrorMessage(errno)}, ${syscall}`), { code })
}

export const codeOf = (error: unknown): string | undefined => (error as NodeJS.ErrnoException).code
