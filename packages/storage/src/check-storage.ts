import { randomUUID } from 'node:crypto'
import { installationKey } from './installation-key'
import { StorageUnavailableError, type Storage } from './storage'

/** What the keys of checks begin with. */
export const checkMark = 'check-'

/** What `randomUUID` gives. */
export const uuidPattern = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const checkKey = new RegExp(`^${checkMark}${uuidPattern}/`)

/** Whether a check of ours may have left this: in a bucket or folder with others, what is theirs may begin likewise. */
export const isOfCheck = (key: string): boolean => checkKey.test(key)

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
