import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import { revokeSharesOf } from '@pas/shares/end-shares'
import { deleteDeliveries, deleteWebhookRowsOf } from '@pas/webhooks/remove-webhooks'

export interface EndedConsent {
  /** Token families. */
  revoked: number
  /** Share links. */
  links: number
  /** `deleteDeliveries` deletes these webhooks' deliveries, after the transaction. */
  webhookIds: string[]
}

/**
 * Also ends what the application made with it: codes, tokens, share links, webhooks. First the consent, which a request
 * that makes one locks. Null when there is none. Call it in a transaction.
 */
export async function endConsent(
  { db, clock }: RowDeps,
  { actorUserId, ...which }: { userId: number; oauthApplicationId: number; actorUserId?: number },
): Promise<EndedConsent | null> {
  const given = { ...which, ...(actorUserId !== undefined && { actorUserId }) }
  const { count } = await db.consent.deleteMany({ where: given })
  if (count === 0) return null
  await db.authorizationRequest.deleteMany({ where: which })
  const revoked = await revokeTokenFamilies({ db, clock }, which)
  const links = await revokeSharesOf({ db, clock }, which)
  return { revoked, links, webhookIds: await deleteWebhookRowsOf({ db }, which) }
}

const size = 100

/**
 * Consents that a user, or an account's users, gave for others (`/switch`) end as if these had disconnected the
 * application. Call it after the sessions of those users ended. Repeat an interrupted call.
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
