import { randomUUID } from 'node:crypto'
import { StorageUnavailableError, type Storage } from './storage'

/** What the keys of checks begin with, so that what one of them left is known for it. */
export const checkMark = 'check-'

/** Writes, reads and removes an object of its own; what both stores mean by `check`. */
export async function checkRoundTrip(storage: Pick<Storage, 'put' | 'get' | 'deletePrefix'>): Promise<void> {
  // Nothing may stay behind: a folder that the operator's check left would be closed to the services' own.
  const prefix = `${checkMark}${randomUUID()}/`
  const body = Buffer.from(prefix)
  try {
    await storage.put(`${prefix}object`, body, 'text/plain')
    const stored = await storage.get(`${prefix}object`)
    if (!stored?.body.equals(body)) throw new StorageUnavailableError('the store lost what was written to it')
  } finally {
    await storage.deletePrefix(prefix)
  }
}
