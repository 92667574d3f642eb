import type { RowDeps } from '@pas/db/row-deps'

/**
 * Revokes a user's tokens of first-party applications, which are the operator's own, such as the board. Being signed in
 * to one of these counts as a session with this service, so it ends when the user's sessions end. Call it after
 * `revokeCodes`, which waits for exchanges that are under way.
 */
export async function revokeFirstPartyTokens({ db, clock }: RowDeps, userId: number): Promise<void> {
  await db.$executeRaw`
    UPDATE token_families f SET revoked_at = ${clock.now()}::timestamptz FROM oauth_applications o
     WHERE o.id = f.oauth_application_id AND o.first_party AND f.user_id = ${userId} AND f.revoked_at IS NULL`
}
