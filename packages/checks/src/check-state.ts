import { maxCaptureAttempts } from '@pas/captures/attempts'
import type { EmailCheck } from '@pas/db/database'

/** What a worker measures, in one email client. */
export type AuditName = 'contrast' | 'effects'
/** What is measured for a check, and the report of a whole email. */
export type CheckRowName = AuditName | 'links' | 'spam' | 'report'

/**
 * `pending`: an audit waits for a worker, or a report for its measurements. `running`: until `deadlineAt`. `done`: the
 * result is in storage.
 */
export type CheckRowStatus = 'pending' | 'running' | 'done' | 'failed'

export interface CheckRow extends Pick<EmailCheck, 'id' | 'emailClient' | 'attempt' | 'deadlineAt'> {
  name: CheckRowName
  status: CheckRowStatus
}

/** A request begins failed work again after this time. */
export const askAgainAfterMs = 60_000

/** Its work is still to come or under way. */
export const isUnderWay = (
  { status, deadlineAt }: Pick<CheckRow, 'status' | 'deadlineAt'>,
  now: Date,
): boolean => status === 'pending' || (status === 'running' && deadlineAt !== null && deadlineAt > now)

/** Every attempt of the round lost its worker: other failures never have the last number of a round (`failedAttempt`). */
export const isGivenUp = ({ status, attempt }: Pick<CheckRow, 'status' | 'attempt'>): boolean =>
  status === 'failed' && attempt > 0 && attempt % maxCaptureAttempts === 0

/** Avoids the last number of a round, so that another request may begin the check again. */
export const failedAttempt = (attempt: number): number =>
  attempt % maxCaptureAttempts === 0 ? attempt + 1 : attempt
