import { Prisma } from '@pas/db/database'
import { tooManyRequests } from '../oauth/errors'

/** An application needs one pair in two hours. */
const maxGrants = 150
const windowMs = 15 * 60 * 1_000

/** A pair's count as a statement selects it that joins `grant_counts` as `g`. Nulls before the first grant. */
export const grantCountColumns = Prisma.sql`g.count AS grant_count, g.expires_at AS grant_count_expires_at`

export interface GrantCountRow {
  grant_count: number | null
  grant_count_expires_at: Date | null
}

/** When the window ends in which the last grant was used. Null while one is left. */
export const noGrantLeftUntil = (row: GrantCountRow): Date | null =>
  row.grant_count !== null && row.grant_count >= maxGrants ? row.grant_count_expires_at : null

/**
 * Each grant leaves an audit row, which is never removed. Throws 429 with no grant left; the code or refresh token then
 * stays unused. Grants at the same time as the last one are counted, but not refused.
 */
export function assertGrantLeft(noneLeftUntil: Date | null, now: Date): void {
  if (noneLeftUntil === null || noneLeftUntil <= now) return
  const waitSeconds = Math.ceil((noneLeftUntil.getTime() - now.getTime()) / 1_000)
  throw tooManyRequests('Too many tokens were issued to the application for this user', waitSeconds)
}

/**
 * Part of the statement that uses the grant. `used` has a `user_id` and an `oauth_application_id` for each. Counts are
 * locked after codes and tokens and in the order of their key, so that two processes cannot deadlock.
 */
export const countGrants = (used: Prisma.Sql, now: Date): Prisma.Sql => Prisma.sql`
      INSERT INTO grant_counts AS g (user_id, oauth_application_id, count, expires_at)
      SELECT user_id, oauth_application_id, count(*), ${new Date(now.getTime() + windowMs)}::timestamptz
        FROM ${used} GROUP BY user_id, oauth_application_id ORDER BY user_id, oauth_application_id
      ON CONFLICT (user_id, oauth_application_id) DO UPDATE
         SET count = CASE WHEN g.expires_at > ${now}::timestamptz THEN g.count ELSE 0 END + excluded.count,
             expires_at = CASE WHEN g.expires_at > ${now}::timestamptz THEN g.expires_at ELSE excluded.expires_at END`
