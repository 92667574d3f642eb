import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { removeTokens } from '@pas/accounts/revoke-token-families'
import { Prisma } from '@pas/db/database'
import { revokeSharesOf } from '@pas/shares/end-shares'
import { deleteWebhooksOf } from '@pas/webhooks/remove-webhooks'
import { deleteWhere, detachAllEmails } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

type DeleteDeps = Pick<RetentionDeps, 'db' | 'clock' | 'signal'>

/**
 * Deletes a disabled application with what was made through it (ADR 40). Its share links are revoked; emails stay with
 * their account. Repeat an interrupted call.
 */
export async function deleteApplication(
  deps: DeleteDeps & { actor: string },
  { id: oauthApplicationId, clientId }: { id: number; clientId: string },
): Promise<void> {
  const { db, clock, actor, signal } = deps
  await removeTokens({ db }, { oauthApplicationId })
  await deleteWebhooksOf({ db }, { oauthApplicationId })
  await revokeSharesOf({ db, clock }, { oauthApplicationId })
  await releaseApplication(deps, oauthApplicationId)
  signal.throwIfAborted()
  await db.$transaction(async (transaction) => {
    // Until this transaction ends, no upload can add a row that names the application.
    const applications = await transaction.$queryRaw<{ account_id: number }[]>`
      SELECT account_id FROM oauth_applications WHERE id = ${oauthApplicationId} FOR UPDATE`
    await detachAllEmails({ db: transaction, signal }, { oauthApplicationId })
    // A request that began before the application was disabled may have made a link, which would open without it.
    await revokeSharesOf({ db: transaction, clock }, { oauthApplicationId })
    await transaction.apiKey.deleteMany({ where: { oauthApplicationId } })
    await transaction.oauthApplication.deleteMany({ where: { id: oauthApplicationId } })
    for (const { account_id } of applications) {
      await recordAuditEvent(transaction, {
        at: clock.now(),
        actor,
        action: 'application.deleted',
        target: `application:${clientId}`,
        details: { account_id },
      })
    }
  })
}

/** In batches: a million rows may name the application. */
export async function releaseApplication(deps: DeleteDeps, oauthApplicationId: number): Promise<void> {
  const isOfApplication = Prisma.sql`oauth_application_id = ${oauthApplicationId}`
  await detachAllEmails(deps, { oauthApplicationId })
  await deleteWhere(deps, Prisma.sql`consents`, isOfApplication)
  await deleteWhere(deps, Prisma.sql`authorization_codes`, isOfApplication)
}
