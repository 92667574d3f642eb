import { randomUUID } from 'node:crypto'
import { StorageUnavailableError, type Storage } from './storage'

/** Writes, reads and removes an object of its own; what both stores mean by `check`. */
export async function checkRoundTrip(storage: Pick<Storage, 'put' | 'get' | 'deletePrefix'>): Promise<void> {
  // Nothing may stay behind: a folder that the operator's check left would be closed to the services' own.
  const prefix = `check-${randomUUID()}/`
  const body = Buffer.from(prefix)
  await storage.put(`${prefix}object`, body, 'text/plain')
  const stored = await storage.get(`${prefix}object`)
  await storage.deletePrefix(prefix)
  if (!stored?.body.equals(body)) throw new StorageUnavailableError('the store lost what was written to it')
}
