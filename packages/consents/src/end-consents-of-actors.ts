import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { deleteDeliveries } from '@pas/webhooks/remove-webhooks'
import { endConsent } from './end-consent'

/** Consents read in one query. */
const size = 100

/**
 * Ends the consents that a user, or a user of an account, gave while acting for another user (`/switch`), each as if
 * that other user had disconnected the application, with an audit row of `actor`. Consents that the other user gave
 * stay. Call it after the sessions of those who gave them have ended, or new ones could be given meanwhile. Works on one
 * consent at a time, and goes on where an interrupted call stopped.
 */
export async function endConsentsOfActors(
  { db, clock, actor }: DatabaseDeps & { actor: string },
  whose: { userId: number } | { accountId: number },
): Promise<void> {
  const where = 'userId' in whose ? { actorUserId: whose.userId } : { actor: whose }
  for (;;) {
    const consents = await db.consent.findMany({
      where,
      select: {
        userId: true,
        oauthApplicationId: true,
        actorUserId: true,
        oauthApplication: { select: { clientId: true } },
      },
      take: size,
    })
    for (const { userId, oauthApplicationId, actorUserId, oauthApplication } of consents) {
      if (actorUserId === null) continue
      const ended = await db.$transaction(async (tx) => {
        const which = { userId, oauthApplicationId, actorUserId }
        const ended = await endConsent({ db: tx, clock }, which)
        if (ended) {
          await recordAuditEvent(tx, {
            at: clock.now(),
            actor,
            action: 'consent.revoke',
            target: `application:${oauthApplication.clientId}`,
            details: {
              links: ended.links,
              webhooks: ended.webhookIds.length,
              user: `user:${userId}`,
              given_by: `user:${actorUserId}`,
            },
          })
        }
        return ended
      })
      // Not in the transaction, which millions of deliveries would keep open.
      if (ended) await deleteDeliveries({ db }, ended.webhookIds)
    }
    if (consents.length < size) return
  }
}
