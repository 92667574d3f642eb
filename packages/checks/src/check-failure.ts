import { failureReasons, type CaptureFailure } from '@pas/captures/capture-state'
import type { EmailCheck } from '@pas/db/database'

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
