import type { Database, Prisma } from './database'

/** A database, or a transaction on one. */
export interface DbDeps {
  db: Prisma.TransactionClient
}

export interface RowDeps extends DbDeps {
  clock: { now(): Date }
}

/** For functions that begin transactions. */
export interface DatabaseDeps {
  db: Database
  clock: { now(): Date }
}
