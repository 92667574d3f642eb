import { withinTimeout } from '@pas/runtime/within-timeout'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'

const maxParallel = 8
/** Must be below `idle_in_transaction_session_timeout` (15 s): the caller's transaction is idle meanwhile. */
const erasingTimeoutMs = 10_000

/** Idempotent. The map's keys are ids. Resolves to the errors, by id, of what storage refused or was too slow for. */
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

/** Rejects when the whole store cannot be used, or does not answer in time. */
export function assertStorageUsable(storage: Pick<Storage, 'check'>): Promise<void> {
  return withinTimeout(storage.check(), erasingTimeoutMs, () => {
    throw new StorageUnavailableError(`a check of the store took over ${erasingTimeoutMs} ms`)
  })
}
