import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'

/**
 * Whose grants are meant: a user's (only those to one application when both ids are given); an application's; or an
 * account's, which are the grants of its users and the grants that any user gave to its applications.
 */
export type GrantHolder =
  | { userId: number; oauthApplicationId?: number | undefined }
  | { oauthApplicationId: number }
  | { accountId: number }

/** The SQL condition that selects a holder's rows in a table with `user_id` and `oauth_application_id`. */
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

/**
 * The SQL condition that selects a holder's rows in `authorization_codes` or `token_families`: those of `heldBy`, and
 * those that a user, or a user of an account, got while acting for another user (`/switch`).
 */
export function grantedTo(holder: GrantHolder): Prisma.Sql {
  if ('accountId' in holder)
    return Prisma.sql`(${heldBy(holder)}
      OR actor_user_id IN (SELECT id FROM users WHERE account_id = ${holder.accountId}))`
  if ('userId' in holder && holder.oauthApplicationId === undefined)
    return Prisma.sql`(${heldBy(holder)} OR actor_user_id = ${holder.userId})`
  return heldBy(holder)
}

/** Invalidates every authorization code of a holder (`grantedTo`) that was not exchanged yet. */
export async function revokeCodes({ db, clock }: RowDeps, holder: GrantHolder): Promise<void> {
  // Locks rows in the order in which an exchange of several codes locks them, so that the two cannot deadlock.
  await db.$executeRaw`
    UPDATE authorization_codes SET used_at = ${clock.now()}::timestamptz
     WHERE code_hash = ANY(ARRAY(
       SELECT code_hash FROM authorization_codes WHERE used_at IS NULL AND ${grantedTo(holder)} ORDER BY code_hash FOR UPDATE))
       AND used_at IS NULL`
}
