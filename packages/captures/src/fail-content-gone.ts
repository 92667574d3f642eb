import type { RowDeps } from '@pas/db/row-deps'
import { emailRows, hasContent, hasExpiredAt } from '@pas/emails/email-rows'
import { lateCaptureGraceMs } from './lifetimes'
import type { RequestedCapture } from './request-captures'

/**
 * Fails captures still `pending` `lateCaptureGraceMs` after their email's expiry. Resolves to them as they were, so
 * that the caller can withdraw their jobs. Skips rows that another run has locked.
 */
export function failLateCaptures({ db, clock }: RowDeps, limit: number): Promise<RequestedCapture[]> {
  const now = clock.now()
  return db.$queryRaw<RequestedCapture[]>`
    UPDATE previews SET status = 'failed', failure = 'content_gone', failed_at = ${now}, deadline_at = NULL
     WHERE id = ANY(ARRAY(
       SELECT p.id FROM ${emailRows} JOIN previews p ON p.email_id = e.id
        WHERE ${hasContent} AND ${hasExpiredAt(new Date(now.getTime() - lateCaptureGraceMs))}
          AND p.status = 'pending'
        ORDER BY p.id LIMIT ${limit} FOR UPDATE OF p SKIP LOCKED))
    RETURNING id, engine, attempt, 'pending' AS status`
}

export function failCapturesOfErased(
  { db, clock }: RowDeps,
  emailIds: readonly string[],
): Promise<RequestedCapture[]> {
  return db.$queryRaw<RequestedCapture[]>`
    WITH unfinished AS (
      SELECT id, status FROM previews
       WHERE email_id = ANY(${emailIds}::uuid[]) AND status IN ('pending', 'capturing') ORDER BY id FOR UPDATE)
    UPDATE previews p SET status = 'failed', failure = 'content_gone', failed_at = ${clock.now()}, deadline_at = NULL
      FROM unfinished WHERE p.id = unfinished.id
    RETURNING p.id, p.engine, p.attempt, unfinished.status`
}
