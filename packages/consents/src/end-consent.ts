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
 * Ends what was made under it, too: codes, tokens, share links, webhooks. Deletes the consent first: requests that make
 * these lock it. Null when there is none. Call it in a transaction.
 */
export async function endConsent(
  { db, clock }: RowDeps,
  { actorUserId, ...which }: { userId: number; oauthApplicationId: number; actorUserId?: number },
): Promise<EndedConsent | null> {
  const { count } = await db.consent.deleteMany({
    where: { ...which, ...(actorUserId !== undefined && { actorUserId }) },
  })
  if (count === 0) return null
  await db.authorizationRequest.deleteMany({ where: which })
  const revoked = await revokeTokenFamilies({ db, clock }, which)
  const links = await revokeSharesOf({ db, clock }, which)
  return { revoked, links, webhookIds: await deleteWebhookRowsOf({ db }, which) }
}

const consentsAtOnce = 100

type ActorDeps = DatabaseDeps & { actor: string }

/**
 * Consents that a user, or an account's users, gave for others (`/switch`) end as if these had disconnected the
 * application. Call it after the sessions of those users ended. Repeat an interrupted call.
 */
export async function endConsentsOfActors(
  deps: ActorDeps,
  whose: { userId: number } | { accountId: number },
): Promise<void> {
  const where = 'userId' in whose ? { actorUserId: whose.userId } : { actor: whose }
  for (;;) {
    const consents = await deps.db.consent.findMany({
      where,
      select: {
        userId: true,
        oauthApplicationId: true,
        actorUserId: true,
        oauthApplication: { select: { clientId: true } },
      },
      take: consentsAtOnce,
    })
    for (const consent of consents) await endGivenConsent(deps, consent)
    if (consents.length < consentsAtOnce) return
  }
}

interface GivenConsent {
  userId: number
  oauthApplicationId: number
  actorUserId: number | null
  oauthApplication: { clientId: string }
}

async function endGivenConsent(
  { db, clock, actor }: ActorDeps,
  { userId, oauthApplicationId, actorUserId, oauthApplication }: GivenConsent,
): Promise<void> {
  // Only for the type: the query asks for consents with an actor.
  if (actorUserId === null) return
  const ended = await db.$transaction(async (tx) => {
    const consent = await endConsent({ db: tx, clock }, { userId, oauthApplicationId, actorUserId })
    if (!consent) return null
    await recordAuditEvent(tx, {
      at: clock.now(),
      actor,
      action: 'consent.revoke',
      target: `application:${oauthApplication.clientId}`,
      details: {
        links: consent.links,
        webhooks: consent.webhookIds.length,
        user: `user:${userId}`,
        given_by: `user:${actorUserId}`,
      },
    })
    return consent
  })
  // Not in the transaction, which millions of deliveries would keep open.
  if (ended) await deleteDeliveries({ db }, ended.webhookIds)
}
