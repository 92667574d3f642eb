import type { Prisma } from './database'

/** What the statements of a table's owner need: a database or a transaction on one, and the process's clock. */
export interface RowDeps {
  db: Prisma.TransactionClient
  clock: { now(): Date }
}
