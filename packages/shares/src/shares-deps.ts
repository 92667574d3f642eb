import type { Prisma } from '@pas/db/database'

/** What the functions of this package need: a database or a transaction on one, and the process's clock. */
export interface SharesDeps {
  db: Prisma.TransactionClient
  clock: { now(): Date }
}
