import { Prisma } from '@pas/db/database'
import type { AccountsDeps } from './accounts-deps'

/**
 * Whose grants are meant: a user's, those of one application as well when both are given; an application's; or all of an account: of its
 * users, and what its applications were given by anybody.
 */
export type GrantHolder =
  | { userId: number; oauthApplicationId?: number | undefined }
  | { oauthApplicationId: number }
  | { accountId: number }

/** The condition on a row with `user_id` and `oauth_application_id`. */
export function heldBy(holder: GrantHolder): Prisma.Sql {
  if ('userId' in holder) {
    const { userId, oauthApplicationId } = holder
    if (oauthApplicationId === undefined) return Prisma.sql`user_id = ${userId}`
    return Prisma.sql`user_id = ${userId} AND oauth_application_id = ${oauthApplicationId}`
  }
  if ('oauthApplicationId' in holder) return Prisma.sql`oauth_application_id = ${holder.oauthApplicationId}`
  return Prisma.sql`(user_id IN (SELECT id FROM users WHERE account_id = ${holder.accountId})
    OR oauth_application_id IN (SELECT id FROM oauth_applications WHERE account_id = ${holder.accountId}))`
}

/** Makes every authorization code worthless that was not exchanged yet. */
export async function revokeCodes({ db, clock }: AccountsDeps, holder: GrantHolder): Promise<void> {
  // Locked in the order in which an exchange of several codes locks them, so that neither ends up waiting for the other.
  await db.$executeRaw`
    UPDATE authorization_codes SET used_at = ${clock.now()}::timestamptz
     WHERE code_hash = ANY(ARRAY(
       SELECT code_hash FROM authorization_codes WHERE used_at IS NULL AND ${heldBy(holder)} ORDER BY code_hash FOR UPDATE))
       AND used_at IS NULL`
}
