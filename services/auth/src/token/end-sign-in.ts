import { revokeSignIn } from '@pas/accounts/revoke-sign-in'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { actorOf, type TokenCaller } from './token-caller'

/**
 * Ends the sign-in in which a first-party application, such as the board, got a token: the browser's session here, and
 * what first-party applications got in it (ADR 47). Does nothing for a token that is unknown, revoked, another
 * application's, or of an application that is not first-party.
 */
export async function endSignIn(
  { db, clock }: DatabaseDeps,
  caller: TokenCaller,
  tokenHash: Uint8Array,
): Promise<void> {
  const [signIn] = await db.$queryRaw<{ userId: number; signInId: string }[]>`
    SELECT f.user_id AS "userId", f.sign_in_id AS "signInId"
      FROM token_families f JOIN oauth_applications o ON o.id = f.oauth_application_id
     WHERE f.id IN (SELECT token_family_id FROM access_tokens WHERE token_hash = ${tokenHash}::bytea
                     UNION ALL
                    SELECT token_family_id FROM refresh_tokens WHERE token_hash = ${tokenHash}::bytea)
       AND o.id = ${caller.application.id}::int AND o.first_party AND f.revoked_at IS NULL AND f.sign_in_id IS NOT NULL`
  if (!signIn) return
  const { userId, signInId } = signIn
  await db.$transaction(async (tx) => {
    // First, as in `endSession`: a code that is being issued in the session holds a lock on its row.
    await tx.$executeRaw`
      WITH ended AS (
        DELETE FROM sessions
         WHERE sign_in_id = ${signInId}::uuid AND (user_id = ${userId}::int OR actor_user_id = ${userId}::int)
        RETURNING user_id)
      INSERT INTO audit_events (at, actor, action, target, ip)
      SELECT ${clock.now()}::timestamptz, ${actorOf(caller)}, 'session.end', 'user:' || user_id, ${caller.ip}::text FROM ended`
    await revokeSignIn({ db: tx, clock }, signIn)
  })
}
