import { Prisma } from '@pas/db/database'

/**
 * When a mail is due again after `attempts` attempts to send it: after a minute at first, twice as long each time, an
 * hour at most. `attempts` is the SQL of their number.
 */
export const nextMailAttempt = (now: Date, attempts: Prisma.Sql): Prisma.Sql =>
  Prisma.sql`${now}::timestamptz + least(interval '1 hour', interval '1 minute' * 2 ^ least(${attempts}, 10))`
