import type { AccountsDeps } from './accounts-deps'
import { getAccount } from './get-account'

/** What an account, or one of its end users, used on one day (UTC). */
export interface UsageDay {
  /** `YYYY-MM-DD`. */
  day: string
  endUserId: string | null
  emails: number
  captures: number
}

/**
 * An account's emails by the day they were posted and captures by the day they were taken, oldest day first, including
 * those that retention has removed since; split by `end_user_id` when `byEndUser`. Throws `account_not_found`.
 */
export async function listUsage(
  { db }: Pick<AccountsDeps, 'db'>,
  accountId: number,
  { byEndUser }: { byEndUser: boolean },
): Promise<UsageDay[]> {
  await getAccount({ db }, accountId)
  return db.$queryRaw<UsageDay[]>`
    SELECT to_char(day, 'YYYY-MM-DD') AS day, CASE WHEN ${byEndUser} THEN end_user_id END AS "endUserId",
           sum(emails)::int AS emails, sum(captures)::int AS captures
      FROM (SELECT (created_at AT TIME ZONE 'UTC')::date AS day, nullif(end_user_id, '') AS end_user_id, 1 AS emails, 0 AS captures
              FROM emails WHERE account_id = ${accountId}
             UNION ALL
            SELECT (p.captured_at AT TIME ZONE 'UTC')::date, nullif(e.end_user_id, ''), 0, 1
              FROM previews p JOIN emails e ON e.id = p.email_id
             WHERE p.account_id = ${accountId} AND p.captured_at IS NOT NULL
             UNION ALL
            SELECT day, nullif(end_user_id, ''), emails, captures
              FROM removed_usage WHERE account_id = ${accountId}) AS uses
     GROUP BY 1, 2
     ORDER BY 1, 2 NULLS FIRST`
}
