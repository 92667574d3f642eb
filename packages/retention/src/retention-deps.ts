import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'

export interface RetentionDeps {
  db: Database
  storage: Storage
  clock: Clock
  /** When aborted, a step ends after the batch it is working on. */
  signal: AbortSignal
}

/** Prisma's timeout, in ms, of a transaction that stays open while storage erases objects. */
export const erasingTimeout = { timeout: 30_000 }
