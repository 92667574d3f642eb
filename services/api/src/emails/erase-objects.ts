import { withinTimeout } from '@pas/runtime/within-timeout'
import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'

/** Prefixes erased at a time. */
const maxParallel = 8
/** Below the 15 s after which Postgres ends a transaction that waits for nothing. */
const erasingTimeoutMs = 10_000

/**
 * Removes everything below these prefixes; safe to repeat. Rejects with a `StorageUnavailableError` when the store is away or too slow;
 * some of it may be gone then.
 */
export async function eraseObjects(storage: Storage, prefixes: readonly string[]): Promise<void> {
  const limit = pLimit(maxParallel)
  const erasing = Promise.all(prefixes.map((prefix) => limit(() => storage.deletePrefix(prefix))))
  await withinTimeout(erasing, erasingTimeoutMs, () => {
    limit.clearQueue()
    throw new StorageUnavailableError(`erasing ${prefixes.length} prefixes took over ${erasingTimeoutMs} ms`)
  })
}
