import { randomUUID } from 'node:crypto'
import { installationKey } from './installation-key'
import { StorageUnavailableError, type Storage } from './storage'

/** What the keys of checks begin with, so that what one of them left is known for it. */
export const checkMark = 'check-'

/** How long a check may trust that what could be written and removed still can. */
const roundTripMs = 60_000

/**
 * Adds `check` to a store: every call reads one object; the first, one a minute, and every one after a failure also writes, reads and
 * removes an object of its own. Readiness asks every second in every process, and each round trip would cost three writes to the disk.
 */
export function withCheck(storage: Omit<Storage, 'check'>): Storage {
  let roundTripDueAt = -Infinity
  const orDue = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      roundTripDueAt = -Infinity
      throw error
    }
  }
  const checked: Storage = {
    ...storage,
    put: (...args) => orDue(storage.put(...args)),
    deletePrefix: (prefix) => orDue(storage.deletePrefix(prefix)),
    check: () => orDue(check()),
  }
  return checked

  async function check(): Promise<void> {
    // That it is missing is an answer, too.
    await storage.get(installationKey)
    if (performance.now() < roundTripDueAt) return
    await checkRoundTrip(storage)
    roundTripDueAt = performance.now() + roundTripMs
  }
}

/** Writes, reads and removes an object of its own. */
async function checkRoundTrip(storage: Pick<Storage, 'put' | 'get' | 'deletePrefix'>): Promise<void> {
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
