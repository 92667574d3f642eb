import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import { withdrawCaptures, type CaptureQueues, type RequestedCapture } from '@pas/captures/request-captures'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import type { Storage } from '@pas/storage/storage'
import { unavailable } from '../errors'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { deleteEmail as deleteWithObjects } from '@pas/retention/remove-emails'

/** Few, because each holds a connection to Postgres while storage erases. */
const limits = { maxConcurrent: 4, maxPerAccount: 3 }
const deletions = createFairQueue(limits)
/** Together with the erasing it ends before PROXY_TIMEOUT_MS. */
const turnTimeoutMs = 30_000
/** Milliseconds, more than erasing may take. */
const transactionTimeout = { timeout: 30_000 }

/**
 * Throws 404 when it is unknown or another account's, 503 without a turn in time, and the stores' errors: then the
 * caller may delete it again.
 */
export async function deleteEmail(
  deps: { db: Database; storage: Storage; clock: Clock; captureQueues: CaptureQueues },
  { accountId, ...caller }: { accountId: number } & Pick<AuditEvent, 'actor' | 'ip'>,
  emailGuid: string,
): Promise<void> {
  const { db, storage, clock, captureQueues } = deps
  const remove = (): Promise<RequestedCapture[]> =>
    db.$transaction(async (transaction) => {
      const email = { id: emailGuid, accountId }
      const captures = await deleteWithObjects({ db: transaction, storage, clock }, email)
      if (!captures) throw new ApiError('not_found', 'There is no email with this guid.')
      await recordAuditEvent(transaction, {
        at: clock.now(),
        ...caller,
        action: 'email.delete',
        target: `email:${emailGuid}`,
      })
      return captures
    }, transactionTimeout)
  const turnTimeout = AbortSignal.timeout(turnTimeoutMs)
  const removed = await deletions
    .open(accountId, limits.maxPerAccount)
    .run(remove, turnTimeout)
    .catch((error: unknown) => {
      throw error === turnTimeout.reason
        ? unavailable('Too many emails are being deleted; try again shortly.', error)
        : error
    })
  await withdrawCaptures(captureQueues, removed)
}
