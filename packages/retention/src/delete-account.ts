import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { removeTokens } from '@pas/accounts/remove-tokens'
import { Prisma } from '@pas/db/database'
import { countEmails } from '@pas/emails/find-emails'
import { revokeSharesOf } from '@pas/shares/end-shares'
import { deleteWebhooksOf } from '@pas/webhooks/remove-webhooks'
import { releaseApplication } from './delete-application'
import { deleteWhere } from './delete-where'
import { detachAllEmails } from './detach-all-emails'
import { removeEmailsOf } from './remove-emails-of'
import type { RetentionDeps } from './retention-deps'

/**
 * Deletes an account that is disabled and has no sub-accounts, with everything that belongs to it: emails, previews and
 * their objects in storage, users, applications, API keys, webhooks, share links, tokens, limits and usage. Links that
 * its applications made in other accounts are revoked. Writes the audit row
 * `account.deleted` of `actor`. Resolves to the number of emails removed. Works in batches, and goes on where an
 * interrupted call stopped. Rejects as `eraseInBatches` does.
 */
export async function deleteAccount(
  deps: RetentionDeps & { actor: string },
  accountId: number,
): Promise<{ emails: number }> {
  const { db, clock, signal } = deps
  const isOfAccount = Prisma.sql`account_id = ${accountId}`
  await deleteWebhooksOf({ db }, { accountId })
  await revokeSharesOf({ db, clock }, { accountId })
  // Emails and their pictures first: should the call be interrupted, they are gone.
  let emails = await removeEmailsOf(deps, { accountId })
  await removeTokens({ db }, { accountId })
  const applications = await db.oauthApplication.findMany({ where: { accountId }, select: { id: true } })
  for (const { id } of applications) await releaseApplication(deps, id)
  await deleteWhere(deps, Prisma.sql`users`, isOfAccount)
  signal.throwIfAborted()
  while (!(await deleteRow(deps, accountId, emails))) emails += await removeEmailsOf(deps, { accountId })
  return { emails }
}

/** Deletes the account's row and the last that refer to it; resolves to false when an upload came in between. */
async function deleteRow(
  deps: RetentionDeps & { actor: string },
  accountId: number,
  emails: number,
): Promise<boolean> {
  // Usage last: removing emails adds to it.
  await deleteWhere(deps, Prisma.sql`removed_usage`, Prisma.sql`account_id = ${accountId}`)
  const { db, clock, actor, signal } = deps
  return db.$transaction(async (transaction) => {
    // Lock the row: until this transaction ends, no upload can add a row that names the account.
    const found = await transaction.$queryRaw<
      unknown[]
    >`SELECT id FROM accounts WHERE id = ${accountId} FOR UPDATE`
    const ofAccount = { where: { accountId } }
    if ((await countEmails({ db: transaction }, { accountId })) > 0) return false
    const applications = await transaction.oauthApplication.findMany({ ...ofAccount, select: { id: true } })
    // Uploads of other accounts' users through this account's applications.
    for (const { id } of applications)
      await detachAllEmails({ db: transaction, signal }, { oauthApplicationId: id })
    // In other accounts, links without the application that made them would open.
    await revokeSharesOf({ db: transaction, clock }, { accountId })
    await transaction.apiKey.deleteMany(ofAccount)
    await transaction.oauthApplication.deleteMany(ofAccount)
    await transaction.user.deleteMany(ofAccount)
    await transaction.removedUsage.deleteMany(ofAccount)
    await transaction.account.deleteMany({ where: { id: accountId } })
    if (found.length > 0) {
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
