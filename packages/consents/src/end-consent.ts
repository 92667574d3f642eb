import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import type { Prisma } from '@pas/db/database'
import { revokeSharesOf } from '@pas/shares/end-shares'
import { deleteWebhookRowsOf } from '@pas/webhooks/remove-webhooks'

export interface EndedConsent {
  /** Token families that were revoked. */
  revoked: number
  /** Share links that were revoked. */
  links: number
  /** Webhooks that were deleted; `deleteDeliveries` deletes their deliveries, after the transaction. */
  webhookIds: string[]
}

/**
 * Ends a consent with all that follows from it: deletes it and open consent questions, invalidates unused codes, revokes
 * every token, and ends what the application made with these: share links and webhooks. The consent goes first: a
 * request that makes such a thing locks it. Call it in a transaction. Resolves to null, and changes nothing, when there
 * is no such consent, or `actorUserId` is given and another user gave it.
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
