import type { AccountsDeps } from './accounts-deps'
import { getAccount } from './get-account'

/** What an account did on one day (UTC), or one of its end users did. */
export interface UsageDay {
  /** `YYYY-MM-DD`. */
  day: string
  endUserId: string | null
  emails: number
  captures: number
}

/**
 * Emails by the day they were posted and captures by the day they were taken, oldest day first, as far back as rows are kept; by
 * `end_user_id` when asked. Throws `account_not_found`.
 */
export async function listUsage(
  { db }: Pick<AccountsDeps, 'db'>,
  accountId: number,
  { byEndUser }: { byEndUser: boolean },
): Promise<UsageDay[]> {
  await getAccount({ db }, accountId)
  return db.$queryRaw<UsageDay[]>`
    SELECT to_char(at AT TIME ZONE 'UTC', 'YYYY-MM-DD') AS day, end_user_id AS "endUserId",
           sum(emails)::int AS emails, sum(captures)::int AS captures
      FROM (SELECT created_at AS at, CASE WHEN ${byEndUser} THEN end_user_id END AS end_user_id, 1 AS emails, 0 AS captures
              FROM emails WHERE account_id = ${accountId}
             UNION ALL
            SELECT p.captured_at, CASE WHEN ${byEndUser} THEN e.end_user_id END, 0, 1
              FROM previews p JOIN emails e ON e.id = p.email_id
             WHERE e.account_id = ${accountId} AND p.captured_at IS NOT NULL) AS uses
     GROUP BY 1, 2
     ORDER BY 1, 2 NULLS FIRST`
}
