import { Prisma } from '@pas/db/database'
import type { RowDeps } from '@pas/db/row-deps'

/**
 * Whose grants: of a user (with both ids, only those to this application), to an application, or of an account's users
 * and to its applications.
 */
export type GrantHolder =
  | { userId: number; oauthApplicationId?: number | undefined }
  | { oauthApplicationId: number }
  | { accountId: number }

/** SQL condition on a table with `user_id` and `oauth_application_id`. */
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
 * `heldBy` for `authorization_codes` and `token_families`, which also hold what a user got while acting for another
 * (`/switch`): it belongs to both users.
 */
export function grantedTo(holder: GrantHolder): Prisma.Sql {
  if ('accountId' in holder)
    return Prisma.sql`(${heldBy(holder)}
      OR actor_user_id IN (SELECT id FROM users WHERE account_id = ${holder.accountId}))`
  if ('userId' in holder && holder.oauthApplicationId === undefined)
    return Prisma.sql`(${heldBy(holder)} OR actor_user_id = ${holder.userId})`
  return heldBy(holder)
}

/** Revokes the codes that have not been exchanged. */
export async function revokeCodes({ db, clock }: RowDeps, holder: GrantHolder): Promise<void> {
  // Locks rows in the order in which an exchange of several codes locks them, so that the two cannot deadlock.
  await db.$executeRaw`
    UPDATE authorization_codes SET used_at = ${clock.now()}::timestamptz
     WHERE code_hash = ANY(ARRAY(
       SELECT code_hash FROM authorization_codes WHERE used_at IS NULL AND ${grantedTo(holder)} ORDER BY code_hash FOR UPDATE))
       AND used_at IS NULL`
}
