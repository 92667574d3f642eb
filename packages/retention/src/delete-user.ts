import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { removeTokens } from '@pas/accounts/revoke-token-families'
import { countEmails } from '@pas/emails/find-emails'
import { revokeSharesOf } from '@pas/shares/end-shares'
import { deleteWebhooksOf } from '@pas/webhooks/remove-webhooks'
import { removeEmailsOf } from './remove-emails'
import { detachAllEmails } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

/**
 * ADR 40. Without `storage` the user's emails stay with their account. Repeat an interrupted call. Rejects as
 * `eraseInBatches` does.
 */
export async function deleteUser(
  {
    storage,
    ...deps
  }: Pick<RetentionDeps, 'db' | 'clock' | 'signal'> & {
    actor: string
    storage: RetentionDeps['storage'] | null
  },
  userId: number,
): Promise<{ emails: number }> {
  const { db, clock, actor, signal } = deps
  let emails = 0
  await removeTokens({ db }, { userId })
  await deleteWebhooksOf({ db }, { userId })
  await revokeSharesOf({ db, clock }, { userId })
  for (let isDeleted = false; !isDeleted;) {
    if (storage) emails += await removeEmailsOf({ ...deps, storage }, { userId })
    else await detachAllEmails({ db, signal }, { userId })
    signal.throwIfAborted()
    isDeleted = await db.$transaction(async (transaction) => {
      // Until this transaction ends, no upload can add a row that names the user.
      const users = await transaction.$queryRaw<{ account_id: number }[]>`
        SELECT account_id FROM users WHERE id = ${userId} FOR UPDATE`
      if ((await countEmails({ db: transaction }, { userId })) > 0) return false
      // A request that began before the user was disabled may have made a link, which would open without the user.
      await revokeSharesOf({ db: transaction, clock }, { userId })
      await transaction.user.deleteMany({ where: { id: userId } })
      for (const { account_id } of users) {
        await recordAuditEvent(transaction, {
          at: clock.now(),
          actor,
          action: 'user.deleted',
          target: `user:${userId}`,
          details: { account_id, emails },
        })
      }
      return true
    })
  }
  return { emails }
}
