import { Prisma } from '@pas/db/database'
import type { DbDeps } from '@pas/db/row-deps'
import { emailRows } from '@pas/emails/email-rows'

export interface UsageDay {
  /** `YYYY-MM-DD` in UTC. */
  day: string
  accountId: number
  accountName: string
  endUserId: string | null
  emails: number
  captures: number
  /** The part of `captures` that callers without a credential requested first. */
  capturesWithoutCredential: number
  /** Drawn to measure which changes are seen. */
  effectPictures: number
}

export interface UsageRange {
  byEndUser: boolean
  /** `YYYY-MM-DD` in UTC. */
  from?: string | undefined
  /** `YYYY-MM-DD` in UTC, inclusive. */
  to?: string | undefined
  /** Only for one account: lists what follows this row. */
  after?: Pick<UsageDay, 'day' | 'endUserId'> | null
  limit?: number
}

/**
 * `accountId` undefined: all accounts. Includes what retention has removed, and contrasts as captures. Oldest day first,
 * then by account.
 */
export function listUsage(
  { db }: DbDeps,
  accountId: number | undefined,
  { byEndUser, from, to, after = null, limit }: UsageRange,
): Promise<UsageDay[]> {
  // Days before `after` are not read again.
  const firstDay = after?.day ?? from
  const isInRange = (account: Prisma.Sql, at: Prisma.Sql): Prisma.Sql =>
    Prisma.join(
      [
        Prisma.sql`${at} IS NOT NULL`,
        ...(accountId === undefined ? [] : [Prisma.sql`${account} = ${accountId}`]),
        ...(firstDay === undefined ? [] : [Prisma.sql`${at} >= ${firstDay}::timestamp AT TIME ZONE 'UTC'`]),
        ...(to === undefined ? [] : [Prisma.sql`${at} < (${to}::date + 1)::timestamp AT TIME ZONE 'UTC'`]),
      ],
      ' AND ',
    )
  const whereAfter =
    after === null
      ? Prisma.empty
      : Prisma.sql`WHERE (day, coalesce(end_user_id, '')) > (${after.day}::date, ${after.endUserId ?? ''})`
  return db.$queryRaw<UsageDay[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, account_id AS "accountId",
           (SELECT name FROM accounts WHERE id = account_id) AS "accountName",
           CASE WHEN ${byEndUser} THEN end_user_id END AS "endUserId",
           sum(emails)::int AS emails, sum(captures)::int AS captures,
           sum(captures_without_credential)::int AS "capturesWithoutCredential",
           sum(effect_pictures)::int AS "effectPictures"
      FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, account_id, nullif(end_user_id, '') AS end_user_id,
                   1 AS emails, 0 AS captures, 0 AS captures_without_credential, 0 AS effect_pictures
              FROM ${emailRows} WHERE ${isInRange(Prisma.sql`account_id`, Prisma.sql`created_at`)}
             UNION ALL
            SELECT (p.captured_at AT TIME ZONE 'UTC')::date, p.account_id, nullif(e.end_user_id, ''), 0, 1,
                   CASE WHEN p.asked_by_owner THEN 0 ELSE 1 END, 0
              FROM previews p JOIN ${emailRows} ON e.id = p.email_id
             WHERE ${isInRange(Prisma.sql`p.account_id`, Prisma.sql`p.captured_at`)}
             UNION ALL
            SELECT (c.ended_at AT TIME ZONE 'UTC')::date, c.account_id, nullif(e.end_user_id, ''), 0,
                   CASE WHEN c.name = 'contrast' AND c.status = 'done' THEN 1 ELSE 0 END, 0, c.pictures
              FROM email_checks c JOIN ${emailRows} ON e.id = c.email_id
             WHERE (c.pictures > 0 OR (c.name = 'contrast' AND c.status = 'done'))
               AND ${isInRange(Prisma.sql`c.account_id`, Prisma.sql`c.ended_at`)}
             UNION ALL
            SELECT day, account_id, nullif(end_user_id, ''), emails, captures, captures_without_credential, effect_pictures
              FROM removed_usage WHERE ${isInRange(Prisma.sql`account_id`, Prisma.sql`(day::timestamp AT TIME ZONE 'UTC')`)}) AS uses ${whereAfter}
     GROUP BY 1, 2, 4
     ORDER BY 1, 2, 4 NULLS FIRST
     LIMIT ${limit ?? null}::bigint`
}

/** Emails created and captures finished since then, as `listUsage` counts them, but without what was removed. */
export async function countUsageSince(
  { db }: DbDeps,
  accountId: number,
  since: Date,
): Promise<Pick<UsageDay, 'emails' | 'captures'>> {
  const [used] = await db.$queryRaw<Pick<UsageDay, 'emails' | 'captures'>[]>`
    SELECT (SELECT count(*)::int FROM ${emailRows} WHERE account_id = ${accountId} AND created_at >= ${since}) AS emails,
           ((SELECT count(*) FROM previews WHERE account_id = ${accountId} AND captured_at >= ${since})
            + (SELECT count(*) FROM email_checks WHERE account_id = ${accountId} AND ended_at >= ${since}
                  AND name = 'contrast' AND status = 'done'))::int AS captures`
  return used ?? { emails: 0, captures: 0 }
}
