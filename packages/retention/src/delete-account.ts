import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { removeTokens } from '@pas/accounts/revoke-token-families'
import { Prisma } from '@pas/db/database'
import { countEmails } from '@pas/emails/find-emails'
import { revokeSharesOf } from '@pas/shares/end-shares'
import { deleteWebhooksOf } from '@pas/webhooks/remove-webhooks'
import { releaseApplication } from './delete-application'
import { removeEmailsOf } from './remove-emails'
import { deleteWhere, detachAllEmails } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

/**
 * ADR 40. The account must be disabled, without sub-accounts. Resolves to the number of emails. Repeat an interrupted
 * call. Rejects as `eraseInBatches` does.
 */
export async function deleteAccount(
  deps: RetentionDeps & { actor: string },
  accountId: number,
): Promise<{ emails: number }> {
  const { db, clock, signal } = deps
  const isOfAccount = Prisma.sql`account_id = ${accountId}`
  await deleteWebhooksOf({ db }, { accountId })
  await revokeSharesOf({ db, clock }, { accountId })
  // Before the rest, so that an interrupted call has removed them.
  let emails = await removeEmailsOf(deps, { accountId })
  await removeTokens({ db }, { accountId })
  const applications = await db.oauthApplication.findMany({ where: { accountId }, select: { id: true } })
  for (const { id } of applications) await releaseApplication(deps, id)
  await deleteWhere(deps, Prisma.sql`users`, isOfAccount)
  signal.throwIfAborted()
  while (!(await deleteRow(deps, accountId, emails))) emails += await removeEmailsOf(deps, { accountId })
  return { emails }
}

/** False when an upload came in between. */
async function deleteRow(
  deps: RetentionDeps & { actor: string },
  accountId: number,
  emails: number,
): Promise<boolean> {
  // After the emails, whose removal adds rows.
  await deleteWhere(deps, Prisma.sql`removed_usage`, Prisma.sql`account_id = ${accountId}`)
  const { db, clock, actor, signal } = deps
  return db.$transaction(async (transaction) => {
    // Until this transaction ends, no upload can add a row that names the account.
    const accounts = await transaction.$queryRaw<
      unknown[]
    >`SELECT id FROM accounts WHERE id = ${accountId} FOR UPDATE`
    const ofAccount = { where: { accountId } }
    if ((await countEmails({ db: transaction }, { accountId })) > 0) return false
    const applications = await transaction.oauthApplication.findMany({ ...ofAccount, select: { id: true } })
    // Users of other accounts may have uploaded through this account's applications.
    for (const { id } of applications)
      await detachAllEmails({ db: transaction, signal }, { oauthApplicationId: id })
    // Without their application, links that it made in other accounts would open.
    await revokeSharesOf({ db: transaction, clock }, { accountId })
    await transaction.apiKey.deleteMany(ofAccount)
    await transaction.oauthApplication.deleteMany(ofAccount)
    await transaction.user.deleteMany(ofAccount)
    await transaction.removedUsage.deleteMany(ofAccount)
    await transaction.account.deleteMany({ where: { id: accountId } })
    if (accounts.length > 0) {
      await recordAuditEvent(transaction, {
        at: clock.now(),
        actor,
        action: 'account.deleted',
        target: `account:${accountId}`,
        details: { account_id: accountId, emails },
      })
    }
    return true
  })
}
