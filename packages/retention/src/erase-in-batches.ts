import type { Position } from '@pas/emails/lock-emails'
import { assertStorageUsable } from './erase-objects'
import type { RetentionDeps } from './retention-deps'
import { UnerasedError } from './retention-errors'

const start: Position = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

export interface ErasedBatch {
  found: readonly Position[]
  /** How many of `found` were erased. */
  done: number
  /** By id: what storage refused. */
  errors: ReadonlyMap<string, unknown>
}

/**
 * Rejects with an UnerasedError at the end when storage refused some, which the next run erases; at once with a
 * StorageUnavailableError when the store is away.
 */
export async function eraseInBatches(
  { storage, signal }: Pick<RetentionDeps, 'storage' | 'signal'>,
  eraseBatch: (after: Position) => Promise<ErasedBatch>,
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
    // A store that is away refuses everything, and each further batch would only wait for its timeouts.
    if (batch.done === 0 && batch.errors.size > 0) await assertStorageUsable(storage)
    const last = batch.found.at(-1)
    if (!last) break
    after = last
  }
  if (refused > 0) throw new UnerasedError(done, refused, cause)
  return done
}
