import type { DbDeps } from '@pas/db/row-deps'
import { emailRows, isFrozen } from '@pas/emails/email-rows'
import type { RequestedCapture } from './request-captures'

/**
 * Pending captures that may begin, with the priority of `createPreviews`. Engines share the `limit`, so that a backlog
 * of an engine without a worker does not displace the others.
 */
export function findPending(
  { db }: DbDeps,
  { requestedBefore, limit }: { requestedBefore: Date; limit: number },
): Promise<RequestedCapture[]> {
  return db.$queryRaw<RequestedCapture[]>`
    WITH waiting AS (
      SELECT id, email_id, engine, attempt, status, requested_at,
             CASE WHEN asked_by_owner
               THEN row_number() OVER (PARTITION BY account_id, engine, asked_by_owner ORDER BY requested_at)
               ELSE row_number() OVER (PARTITION BY account_id, engine ORDER BY requested_at)
             END::int AS priority
        FROM previews WHERE status IN ('pending', 'capturing'))
    SELECT w.id, w.engine, w.attempt, w.status, w.priority
      FROM waiting w
     WHERE w.status = 'pending' AND w.requested_at <= ${requestedBefore}
       -- Not a join: for some thousand waiting rows that would be planned as a scan of all emails.
       AND (SELECT ${isFrozen} FROM ${emailRows} WHERE e.id = w.email_id)
     ORDER BY row_number() OVER (PARTITION BY w.engine ORDER BY w.priority, w.requested_at) LIMIT ${limit}`
}
