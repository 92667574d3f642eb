import { withinTimeout } from '@pas/runtime/within-timeout'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'

/** Prefixes erased at a time. */
const maxParallel = 8
/** Below the 15 s after which Postgres ends a transaction that waits for nothing. */
const erasingTimeoutMs = 10_000

/**
 * Removes everything below the prefixes of each thing, whose id is the map's key; safe to repeat. Resolves to the errors of those that are
 * not erased, by id, because storage refused one of their prefixes or was too slow; some of their objects may be gone. The others are
 * erased all the same.
 */
export async function eraseObjects(
  storage: Storage,
  prefixesById: ReadonlyMap<string, readonly string[]>,
): Promise<ReadonlyMap<string, unknown>> {
  const limit = pLimit(maxParallel)
  const errors = new Map<string, unknown>()
  const erase = async ([id, prefixes]: [string, readonly string[]]): Promise<void> => {
    const erased = Promise.all(prefixes.map((prefix) => limit(() => storage.deletePrefix(prefix))))
    await withinTimeout(erased, erasingTimeoutMs, () => {
      limit.clearQueue()
      throw new StorageUnavailableError(`erasing took over ${erasingTimeoutMs} ms`)
    }).catch((error: unknown) => errors.set(id, error))
  }
  await Promise.all([...prefixesById].map(erase))
  return errors
}

/** Rejects when the store as a whole cannot be used, or does not say so in time. */
export function assertStorageUsable(storage: Pick<Storage, 'check'>): Promise<void> {
  return withinTimeout(storage.check(), erasingTimeoutMs, () => {
    throw new StorageUnavailableError(`a check of the store took over ${erasingTimeoutMs} ms`)
  })
}
