import type { Prisma } from '@pas/db/database'

/** A database, or a transaction on one, so that a caller can make a change and its audit row stand or fall together. */
export type AccountsDatabase = Prisma.TransactionClient

/** What the functions of this package need: a database, and the process's clock. */
export interface AccountsDeps {
  db: AccountsDatabase
  clock: { now(): Date }
}
