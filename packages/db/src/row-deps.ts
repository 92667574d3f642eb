import type { Database, Prisma } from './database'

/** A database or a transaction on one, so that a caller can make several changes stand or fall together. */
export interface DbDeps {
  db: Prisma.TransactionClient
}

/** With the process's clock. */
export interface RowDeps extends DbDeps {
  clock: { now(): Date }
}

/** With the process's clock, for what begins transactions of its own. */
export interface DatabaseDeps {
  db: Database
  clock: { now(): Date }
}
