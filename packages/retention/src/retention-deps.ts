import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'

export interface RetentionDeps {
  db: Database
  storage: Storage
  clock: Clock
  /** When it aborts, a step ends after its current batch. */
  signal: AbortSignal
}

/** Transactions stay open while storage erases objects. */
export const erasingTimeout = { timeout: 30_000 }
