import type { EmailCheck } from '@pas/db/database'

/** What a check needs beside the email, and the report of a whole email. */
export type CheckRowName = 'contrast' | 'links' | 'spam' | 'report'

/**
 * `pending`: an audit waits for a worker, or a report for its evidence. `running`: until `deadlineAt`. `done`: the
 * result is in storage.
 */
export type CheckRowStatus = 'pending' | 'running' | 'done' | 'failed'

export interface CheckRow extends Pick<EmailCheck, 'id' | 'emailClient' | 'attempt' | 'deadlineAt'> {
  name: CheckRowName
  status: CheckRowStatus
}

/** A request begins failed work again after this time. */
export const askAgainAfterMs = 60_000

/** An audit that waits longer for a worker is `failed`. */
export const auditWaitLimitMs = 60 * 60 * 1000

/** Its work is still to come or under way. */
export const isUnderWay = (
  { status, deadlineAt }: Pick<CheckRow, 'status' | 'deadlineAt'>,
  now: Date,
): boolean => status === 'pending' || (status === 'running' && deadlineAt !== null && deadlineAt > now)
