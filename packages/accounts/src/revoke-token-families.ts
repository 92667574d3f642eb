import type { AccountsDeps } from './accounts-deps'

/**
 * Revokes every token that stands for a user, or those of one application when `oauthApplicationId` is given; resolves to the number
 * of families ended. Consents stay.
 */
export async function revokeTokenFamilies(
  { db, clock }: AccountsDeps,
  { userId, oauthApplicationId }: { userId: number; oauthApplicationId?: number | undefined },
): Promise<number> {
  const { count } = await db.tokenFamily.updateMany({
    where: { userId, revokedAt: null, ...(oauthApplicationId !== undefined && { oauthApplicationId }) },
    data: { revokedAt: clock.now() },
  })
  return count
}
