import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { revokeTokenFamilies } from '@pas/accounts/revoke-token-families'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'

/**
 * Takes back what a user allowed an application: deletes the consent and open consent questions, invalidates unused
 * codes and revokes every token. Throws `not_found` when the application is not connected.
 */
export async function disconnectApplication(
  { db, clock }: { db: Database; clock: Clock },
  userId: number,
  clientId: string,
  ip: string | undefined,
): Promise<void> {
  await db.$transaction(async (tx) => {
    const application = await tx.oauthApplication.findUnique({
      where: { clientId },
      select: { id: true },
    })
    const which = { userId, oauthApplicationId: application?.id ?? 0 }
    const { count } = await tx.consent.deleteMany({ where: which })
    if (!application || count === 0) {
      throw new ApiError(
        'not_found',
        'This application is not connected to your account, so there is nothing to disconnect. Go to “Applications” to see those that are.',
      )
    }
    await tx.authorizationRequest.deleteMany({ where: which })
    const revoked = await revokeTokenFamilies({ db: tx, clock }, which)
    await recordAuditEvent(tx, {
      at: clock.now(),
      actor: `user:${userId}`,
      action: 'consent.revoke',
      target: `application:${clientId}`,
      ...(ip && { ip }),
      details: { revoked },
    })
  })
}
