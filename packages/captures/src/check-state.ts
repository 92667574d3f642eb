import type { EmailCheck } from '@pas/db/database'

/** What has a row in `email_checks`: what a check needs beside the email itself, and the report of a whole email. */
export type CheckRowName = 'contrast' | 'links' | 'spam' | 'report'

/**
 * `pending`: an audit that waits for a worker, or a report that waits for its evidence. `running`: a process works on it
 * until `deadlineAt`. `done`: its result is in storage. `failed`: there is none.
 */
export type CheckRowStatus = 'pending' | 'running' | 'done' | 'failed'

/** A row of `email_checks`. */
export interface CheckRow extends Pick<EmailCheck, 'id' | 'emailClient' | 'attempt' | 'deadlineAt'> {
  name: CheckRowName
  status: CheckRowStatus
}

/** After a failure this long, and not before, a request begins the same work again. */
export const askAgainAfterMs = 60_000

/** How long an audit may wait for a worker before it counts as failed. */
export const auditWaitLimitMs = 60 * 60 * 1000

/** Whether its work is still to come or under way at `now`. */
export const isUnderWay = (
  { status, deadlineAt }: Pick<CheckRow, 'status' | 'deadlineAt'>,
  now: Date,
): boolean => status === 'pending' || (status === 'running' && deadlineAt !== null && deadlineAt > now)
