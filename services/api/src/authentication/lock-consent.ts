import type { Prisma } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import type { Principal } from './authenticate'
import { bearerChallenge } from './bearer-token'

/**
 * Throws 401 when the user of the request's access token has disconnected the application since the request was
 * authenticated. Call it in the transaction that stores what ends with this consent, such as a share: the lock makes a
 * disconnect wait for the commit, so that it ends what is stored here, too. Does nothing for an API key.
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
