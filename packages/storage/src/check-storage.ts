import { randomUUID } from 'node:crypto'
import { installationKey } from './installation-key'
import { StorageUnavailableError, type Storage } from './storage'

/** The first characters of the keys that checks write. */
export const checkMark = 'check-'

/** A regular expression for the UUIDs that `randomUUID` gives. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const checkKey = new RegExp(`^${checkMark}${uuidPattern}/`)

/**
 * Whether a check of ours may have left this object. The whole UUID is compared, because other users of a bucket or
 * folder may have keys that begin with `check-`.
 */
export const isOfCheck = (key: string): boolean => checkKey.test(key)

/** How long a check assumes that a store which could be written still can be. */
const roundTripMs = 60_000

/**
 * Adds `check` to a store. Every call reads one object; the first call, one call a minute, and the call after any
 * failure also write, read and remove an object. Not every call, because each process's readiness checks every second,
 * and a round trip costs three writes to the disk.
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
    // A missing object (null) also shows that the store answers.
    await storage.get(installationKey)
    if (performance.now() < roundTripDueAt) return
    await checkRoundTrip(storage)
    roundTripDueAt = performance.now() + roundTripMs
  }
}

/** Writes, reads and removes an object that only this check has. */
async function checkRoundTrip(storage: Pick<Storage, 'put' | 'get' | 'deletePrefix'>): Promise<void> {
  // A prefix of its own, removed whole: a folder left by an operator's check, under another system user, would be
  // closed to the services' checks.
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
