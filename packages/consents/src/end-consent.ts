import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import type { Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
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
 * Ends all that the application made with the consent, too: codes, tokens, share links, webhooks. The consent goes
 * first: a request that makes one locks it. Null when there is no such consent, or `actorUserId` did not give it. Call
 * it in a transaction.
 */
export async function endConsent(
  { db, clock }: { db: Prisma.TransactionClient; clock: { now(): Date } },
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
 * Ends what a user, or the users of an account, consented to while acting for others (`/switch`), as if these had
 * disconnected the application. Call it after their sessions ended, or new consents could be given. Repeat an
 * interrupted call.
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
