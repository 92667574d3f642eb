import { randomUUID } from 'node:crypto'
import { installationKey } from './object-key'
import { StorageUnavailableError, type Storage } from './storage'

export const checkMark = 'check-'

export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const checkKey = new RegExp(`^${checkMark}${uuidPattern}/`)

/** Other users of the store may have keys that begin with `check-`, so the whole UUID is compared. */
export const isOfCheck = (key: string): boolean => checkKey.test(key)

/** How long a store counts as writable after a check. */
const roundTripMs = 60_000

/**
 * A check reads an object. The first, one a minute, and one after a failure also write one: not each, because readiness
 * checks run every second.
 */
export function withCheck(storage: Omit<Storage, 'check'>): Storage {
  let roundTripDueAt = -Infinity
  const noteFailure = async <T>(work: Promise<T>): Promise<T> => {
    try {
      return await work
    } catch (error) {
      roundTripDueAt = -Infinity
      throw error
    }
  }
  const check = async (): Promise<void> => {
    // A missing object (null) also shows that the store answers.
    await storage.get(installationKey)
    if (performance.now() < roundTripDueAt) return
    await checkRoundTrip(storage)
    roundTripDueAt = performance.now() + roundTripMs
  }
  return {
    ...storage,
    put: (...args) => noteFailure(storage.put(...args)),
    deletePrefix: (prefix) => noteFailure(storage.deletePrefix(prefix)),
    check: () => noteFailure(check()),
  }
}

async function checkRoundTrip(storage: Pick<Storage, 'put' | 'get' | 'deletePrefix'>): Promise<void> {
  // A prefix of its own, removed whole: a folder left by another system user would refuse the next check.
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
