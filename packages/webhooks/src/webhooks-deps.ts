import type { Prisma } from '@pas/db/database'

/** What the statements of this package need: a database or a transaction on one, and the process's clock. */
export interface WebhooksDeps {
  db: Prisma.TransactionClient
  clock: { now(): Date }
}
