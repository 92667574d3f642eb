import { maxCaptureAttempts } from '@pas/captures/attempts'
import { failureReasons, type CaptureFailure } from '@pas/captures/capture-state'
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

/** The row's `failure`. */
export type CheckFailure =
  | CaptureFailure
  /** Every attempt lost its worker. */
  | 'worker_lost'
  /** No worker took it in time. */
  | 'not_begun'
  /** What an api process does itself: its log has the error. */
  | 'check_failed'
  | 'result_lost'

const reasons: Readonly<Record<CheckFailure, string>> = {
  ...failureReasons,
  worker_lost: 'its worker ended at every attempt: look for OOMKilled, then at the email',
  not_begun: 'no worker of its engine took it within an hour: pas doctor',
  check_failed: "the log of api says why: 'a check could not be done' with this check's id",
  result_lost: 'the object store lost its result: pas doctor; who asks next has it done anew',
}

/** For the operator. Null unless it failed; a release that kept no failure leaves it null, too. */
export function describeFailure({ status, failure }: Pick<EmailCheck, 'status' | 'failure'>): {
  failure: string | null
  reason: string | null
} {
  if (status !== 'failed' || failure === null) return { failure: null, reason: null }
  return { failure, reason: reasons[failure as CheckFailure] ?? null }
}

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
