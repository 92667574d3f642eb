import type { RowDeps } from '@pas/db/row-deps'

/**
 * Ends what first-party applications, such as the board, got in a browser since a user signed in there. Call it in a
 * transaction, after the browser's session has ended.
 */
export async function revokeSignIn(
  { db, clock }: RowDeps,
  { userId, signInId }: { userId: number; signInId: string },
): Promise<void> {
  const now = clock.now()
  // Codes first, in the order in which exchanges lock them: an exchange that is under way holds the lock on its code's
  // row until its tokens are committed, and can be revoked.
  await db.$executeRaw`
    UPDATE authorization_codes SET used_at = ${now}::timestamptz
     WHERE code_hash = ANY(ARRAY(
       SELECT c.code_hash FROM authorization_codes c JOIN oauth_applications o ON o.id = c.oauth_application_id
        WHERE c.user_id = ${userId}::int AND c.sign_in_id = ${signInId}::uuid AND c.used_at IS NULL AND o.first_party
        ORDER BY c.code_hash FOR UPDATE OF c))
       AND used_at IS NULL`
  await db.$executeRaw`
    UPDATE token_families f SET revoked_at = ${now}::timestamptz FROM oauth_applications o
     WHERE f.user_id = ${userId}::int AND f.sign_in_id = ${signInId}::uuid AND f.revoked_at IS NULL
       AND o.id = f.oauth_application_id AND o.first_party`
}

/**
 * A sign-in at a first-party application, such as the board, ends with the user's sessions. Call it after
 * `revokeCodes`, which waits for exchanges that are under way.
 */
export async function revokeFirstPartyTokens({ db, clock }: RowDeps, userId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE token_families f SET revoked_at = ${clock.now()}::timestamptz FROM oauth_applications o
     WHERE o.id = f.oauth_application_id AND o.first_party AND f.user_id = ${userId} AND f.revoked_at IS NULL`
}
