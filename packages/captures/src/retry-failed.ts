import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'
import { emailRows, takesCaptures } from '@pas/emails/email-rows'
import { beginNextRound } from './attempts'
import type { CaptureFilter } from './list-captures'
import type { RequestedCapture } from './request-captures'

/**
 * Leaves out emails that take no captures. Queue the result before the commit: a committed capture without a job waits
 * for the reconciler.
 */
export function retryFailed(
  { db, clock }: RowDeps,
  { accountId, emailId, since }: Omit<CaptureFilter, 'status'> = {},
): Promise<RequestedCapture[]> {
  const conditions = [
    Prisma.sql`p.status = 'failed' AND e.id = p.email_id AND ${takesCaptures(clock.now())}`,
    ...(accountId === undefined ? [] : [Prisma.sql`p.account_id = ${accountId}`]),
    ...(emailId === undefined ? [] : [Prisma.sql`p.email_id = ${emailId}::uuid`]),
    ...(since === undefined ? [] : [Prisma.sql`p.failed_at >= ${since}`]),
  ]
  return db.$queryRaw<RequestedCapture[]>`
    WITH retried AS (
      UPDATE previews p
         SET ${beginNextRound}
        FROM ${emailRows}
       WHERE ${Prisma.join(conditions, ' AND ')}
      RETURNING p.id, p.engine, p.attempt, p.status, p.account_id, p.requested_at),
    waiting AS (
      SELECT account_id, engine, count(*) AS count
        FROM previews WHERE status IN ('pending', 'capturing') GROUP BY account_id, engine)
    SELECT r.id, r.engine, r.attempt, r.status,
           (coalesce(w.count, 0) + row_number() OVER (PARTITION BY r.account_id, r.engine ORDER BY r.requested_at))::int AS priority
      FROM retried r LEFT JOIN waiting w ON w.account_id = r.account_id AND w.engine = r.engine`
}
