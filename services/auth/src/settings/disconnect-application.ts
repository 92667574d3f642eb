import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import { revokeSharesOf } from '@pas/shares/end-shares'
import { deleteDeliveries, deleteWebhookRowsOf } from '@pas/webhooks/remove-webhooks'
import type { Database } from '@pas/db/database'
import { PageError } from '@pas/pages/page-error'
import type { Clock } from '@pas/runtime/clock'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'
import { applicationsTexts } from './applications-texts'

/**
 * Takes back what a user allowed an application: deletes the consent and open consent questions, invalidates unused
 * codes, revokes every token, and ends what the application made with these: share links and webhooks. The consent goes
 * first: a request that makes such a thing locks it. Throws `not_found` when the application is not connected.
 */
export async function disconnectApplication(
  { db, clock }: { db: Database; clock: Clock },
  user: SignedInUser,
  clientId: string,
  ip: string | undefined,
): Promise<void> {
  const webhookIds = await db.$transaction(async (tx) => {
    const application = await tx.oauthApplication.findUnique({
      where: { clientId },
      select: { id: true },
    })
    const which = { userId: user.id, oauthApplicationId: application?.id ?? 0 }
    const { count } = await tx.consent.deleteMany({ where: which })
    if (!application || count === 0) {
      throw new PageError('not_found', (language) => applicationsTexts[language].notConnected)
    }
    await tx.authorizationRequest.deleteMany({ where: which })
    const revoked = await revokeTokenFamilies({ db: tx, clock }, which)
    const links = await revokeSharesOf({ db: tx, clock }, which)
    const webhookIds = await deleteWebhookRowsOf({ db: tx }, which)
    await recordAuditEvent(tx, {
      at: clock.now(),
      ...actedBy(user, { revoked, links, webhooks: webhookIds.length }),
      action: 'consent.revoke',
      target: `application:${clientId}`,
      ...(ip && { ip }),
    })
    return webhookIds
  })
  // Not in the transaction, which millions of deliveries would keep open.
  await deleteDeliveries({ db }, webhookIds)
}
