import { withinTimeout } from '@pas/runtime/within-timeout'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'

/** Prefixes erased in parallel. */
const maxParallel = 8
/** Below the 15 s of `idle_in_transaction_session_timeout`: the caller's transaction is idle meanwhile. */
const erasingTimeoutMs = 10_000

/**
 * Removes all objects below the prefixes of each thing; the map's key is the thing's id. Idempotent. Resolves to the
 * errors, by id, of the things that are not erased because storage refused one of their prefixes or was too slow; some
 * of their objects may be gone. The other things are erased.
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

/** Rejects when the store as a whole cannot be used, or does not answer in time. */
export function assertStorageUsable(storage: Pick<Storage, 'check'>): Promise<void> {
  return withinTimeout(storage.check(), erasingTimeoutMs, () => {
    throw new StorageUnavailableError(`a check of the store took over ${erasingTimeoutMs} ms`)
  })
}
