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
 * Each check reads an object; one a minute, the first and one after a failure also write one. Not all, because
 * readiness checks run every second.
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
