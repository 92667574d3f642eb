import type { Position } from '@pas/emails/lock-emails'
import { assertStorageUsable } from './erase-objects'
import type { RetentionDeps } from './retention-deps'
import { UnerasedError } from './unerased-error'

const start: Position = { at: new Date(0), id: '00000000-0000-0000-0000-000000000000' }

/** What one batch found, how many of these it erased (`done`), and the errors of those that storage refused, by id. */
export interface ErasedBatch {
  found: readonly Position[]
  done: number
  errors: ReadonlyMap<string, unknown>
}

/**
 * Repeats `eraseBatch`, each time behind the last position it found, until it finds nothing or `signal` is aborted;
 * resolves to the number erased. A thing that storage refuses to erase does not stop the others; the next run tries it
 * again. Rejects with an UnerasedError at the end when storage refused any, and with a StorageUnavailableError at once
 * when the store as a whole cannot be used.
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
    // A store that cannot be reached refuses everything, and each further batch would only wait for its timeouts.
    if (batch.done === 0 && batch.errors.size > 0) await assertStorageUsable(storage)
    const last = batch.found.at(-1)
    if (!last) break
    after = last
  }
  if (refused > 0) throw new UnerasedError(done, refused, cause)
  return done
}
