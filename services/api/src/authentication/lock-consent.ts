import type { Prisma } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import type { Principal } from './authenticate'
import { bearerChallenge } from './bearer-token'

/**
 * Throws 401 after a disconnect. Call it in the transaction that stores what a disconnect removes: the disconnect then
 * waits for the commit. Does nothing for an API key.
 */
export async function lockConsent(
  db: Prisma.TransactionClient,
  { userId, oauthApplicationId }: Pick<Principal, 'userId' | 'oauthApplicationId'>,
): Promise<void> {
  if (userId === null || oauthApplicationId === null) return
  const consents = await db.$queryRaw<unknown[]>`
    SELECT FROM consents WHERE user_id = ${userId} AND oauth_application_id = ${oauthApplicationId} FOR KEY SHARE`
  if (consents.length > 0) return
  const description = 'The user disconnected the application while this request was answered.'
  throw new ApiError('unauthenticated', description, {
    headers: { 'WWW-Authenticate': bearerChallenge({ code: 'invalid_token', description }) },
  })
}
