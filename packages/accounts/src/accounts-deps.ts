import type { Prisma } from '@pas/db/database'

/** A database, or a transaction on one, so that a caller can make a change and its audit row stand or fall together. */
export type AccountsDatabase = Prisma.TransactionClient

/** What these rules work with. The clock is the process's own. */
export interface AccountsDeps {
  db: AccountsDatabase
  clock: { now(): Date }
}
