import type { Prisma } from '@pas/db/database'

/** What the statements work with: a database, or a transaction on one. The clock is the process's own. */
export interface CaptureDeps {
  db: Prisma.TransactionClient
  clock: { now(): Date }
}
