import { assertStorageUsable } from './erase-objects'
import type { RetentionDeps } from './retention-deps'
import { UnerasedError } from './unerased-error'

/** Where a batch ended, in the order of time; the next begins behind it. */
export interface Place {
  at: Date
  id: string
}

const start: Place = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

/** What one batch found, how many of it are erased, and the errors of those that storage refused. */
export interface ErasedBatch {
  found: readonly Place[]
  done: number
  errors: ReadonlyMap<string, unknown>
}

/**
 * Repeats `eraseBatch`, each time behind what it found before, until it finds nothing or `signal` is aborted; resolves to how many were
 * erased. What storage refuses to erase keeps nothing else from being erased, and is tried again by the next run. Rejects with an
 * UnerasedError at the end when there was any, and with a StorageUnavailableError at once when the store as a whole cannot be used.
 */
export async function eraseInBatches(
  { storage, signal }: Pick<RetentionDeps, 'storage' | 'signal'>,
  eraseBatch: (after: Place) => Promise<ErasedBatch>,
): Promise<number> {
  let done = 0
  let refused = 0
  let cause: unknown
  let after = start
  while (!signal.aborted) {
    const batch = await eraseBatch(after)
    done += batch.done
    refused += batch.errors.size
    const [error] = batch.errors.values()
    cause ??= error
    // A store that is away refuses everything, and each batch would wait for it in vain.
    if (batch.done === 0 && batch.errors.size > 0) await assertStorageUsable(storage)
    const last = batch.found.at(-1)
    if (!last) break
    after = last
  }
  if (refused > 0) throw new UnerasedError(done, refused, cause)
  return done
}
