import { StorageUnavailableError, type Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'

/** Prefixes erased at a time. */
const maxParallel = 8
/** Below the 15 s after which Postgres ends a transaction that waits for nothing. */
const patienceMs = 10_000

/**
 * Removes everything below these prefixes; safe to repeat. Rejects with a `StorageUnavailableError` when the store is away or too slow;
 * some of it may be gone then.
 */
export async function eraseObjects(storage: Storage, prefixes: readonly string[]): Promise<void> {
  const limit = pLimit(maxParallel)
  let timer: NodeJS.Timeout | undefined
  const impatience = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => {
      limit.clearQueue()
      reject(new StorageUnavailableError(`erasing ${prefixes.length} prefixes took over ${patienceMs} ms`))
    }, patienceMs)
  })
  const erasing = Promise.all(prefixes.map((prefix) => limit(() => storage.deletePrefix(prefix))))
  try {
    await Promise.race([erasing, impatience])
  } finally {
    clearTimeout(timer)
  }
}
