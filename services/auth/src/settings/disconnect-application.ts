import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { endConsent } from '@pas/consents/end-consent'
import { deleteDeliveries } from '@pas/webhooks/remove-webhooks'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { PageError } from '@pas/pages/page-error'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'
import { applicationsTexts } from './applications-texts'

/**
 * Takes back what a user allowed an application, also what a user of the parent account allowed it while acting for this
 * one. Throws `not_found` when the application is not connected.
 */
export async function disconnectApplication(
  { db, clock }: DatabaseDeps,
  user: SignedInUser,
  clientId: string,
  ip: string | undefined,
): Promise<void> {
  const webhookIds = await db.$transaction(async (tx) => {
    const application = await tx.oauthApplication.findUnique({
      where: { clientId },
      select: { id: true },
    })
    const which = application && { userId: user.id, oauthApplicationId: application.id }
    const ended = which && (await endConsent({ db: tx, clock }, which))
    if (!ended) throw new PageError('not_found', (language) => applicationsTexts[language].notConnected)
    const { revoked, links, webhookIds } = ended
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
