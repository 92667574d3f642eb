import { Prisma } from '@pas/db/database'

export const emailRows = Prisma.sql`emails e`

export const takesCaptures = (now: Date): Prisma.Sql =>
  Prisma.sql`(e.expires_at > ${now} AND e.content_erased_at IS NULL)`

export const takesCapturesWhere = (now: Date) =>
  ({ expiresAt: { gt: now }, contentErasedAt: null }) satisfies Prisma.EmailWhereInput

export const hasContent = Prisma.sql`(e.content_erased_at IS NULL)`

/** Content and assets are there, so captures may begin. */
export const isFrozen = Prisma.sql`(e.content_erased_at IS NULL AND e.assets_due_at IS NULL)`

/** SQL condition: the email's content was erased at `at` or earlier. */
export const wasErasedAt = (at: Date): Prisma.Sql => Prisma.sql`(e.content_erased_at <= ${at})`

/** SQL condition: the email took no new captures at `at`. */
export const hasExpiredAt = (at: Date): Prisma.Sql => Prisma.sql`(e.expires_at <= ${at})`

/**
 * A query for a CTE that keeps the email from being removed until the transaction ends. Skips a locked email, so that
 * no request waits for a deletion.
 */
export const keepOpenEmail = (emailId: string, now: Date): Prisma.Sql => Prisma.sql`
  SELECT e.id, e.account_id FROM ${emailRows}
   WHERE e.id = ${emailId}::uuid AND ${takesCaptures(now)} FOR KEY SHARE SKIP LOCKED`

/** SQL statement for a CTE: deletes these emails, and returns what usage counts of each. */
export const deleteEmailRows = (emailIds: readonly string[]): Prisma.Sql => Prisma.sql`
  DELETE FROM emails WHERE id = ANY(${emailIds}::uuid[]) RETURNING account_id, end_user_id, created_at`
