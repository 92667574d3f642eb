import { recordAuditEvent, type AuditEvent } from '@pas/accounts/record-audit-event'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import type { Storage } from '@pas/storage/storage'
import pLimit from 'p-limit'
import { withdrawCaptures, type CaptureQueues } from '../previews/request-capture'
import { removeEmails } from './remove-emails'

/** Each holds a connection to Postgres while storage erases; a rush of them must leave some to the other requests. */
const limit = pLimit(4)
/** Above what erasing may take. */
const patience = { timeout: 30_000 }

/**
 * Removes an email of this account with all that was made of it, at once and for good. Throws 404 for one that is unknown, already
 * removed or another account's. Rejects with `StorageUnavailableError` or Prisma's errors; the email is there then, and may be deleted
 * again.
 */
export async function deleteEmail(
  deps: { db: Database; storage: Storage; clock: Clock; captureQueues: CaptureQueues },
  { accountId, ...caller }: { accountId: number } & Pick<AuditEvent, 'actor' | 'ip'>,
  emailGuid: string,
): Promise<void> {
  const { db, storage, clock, captureQueues } = deps
  const removed = await limit(() =>
    db.$transaction(async (transaction) => {
      const [email] = await transaction.$queryRaw<unknown[]>`
        SELECT id FROM emails WHERE id = ${emailGuid}::uuid AND account_id = ${accountId} FOR UPDATE`
      if (!email) throw new ApiError('not_found', 'There is no email with this guid.')
      const { previews, errors } = await removeEmails({ db: transaction, storage }, [emailGuid])
      if (errors.has(emailGuid)) throw errors.get(emailGuid)
      await recordAuditEvent(transaction, {
        at: clock.now(),
        ...caller,
        action: 'email.delete',
        target: `email:${emailGuid}`,
      })
      return previews
    }, patience),
  )
  await withdrawCaptures(captureQueues, removed)
}
