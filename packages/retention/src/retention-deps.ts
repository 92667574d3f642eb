import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'

/** What every part of retention works with. */
export interface RetentionDeps {
  db: Database
  storage: Storage
  clock: Clock
  /** Ends the work after the batch under way. */
  signal: AbortSignal
}

/** For a transaction that waits while storage erases. */
export const erasingPatience = { timeout: 30_000 }
