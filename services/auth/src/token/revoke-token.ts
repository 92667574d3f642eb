import { revokeSignIn } from '@pas/accounts/revoke-sign-in'
import { sha256 } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { OAuthError } from '../oauth/errors'
import { assertAuthenticated, findApplicationRow } from './authenticated-application'
import { actorOf, type TokenCaller, type TokenRequest } from './token-request'

/**
 * RFC 7009 §2.1: revokes the token's whole family. Reports nothing (§2.2) when the token is unknown or another
 * application's. The consent stays. Throws an `OAuthError`.
 */
export async function revokeToken(
  { db, clock }: DatabaseDeps,
  { credentials, parameters, ip }: TokenRequest,
): Promise<void> {
  const application = assertAuthenticated(await findApplicationRow({ db }, credentials.clientId), credentials)
  const token = parameters.get('token')
  if (token === undefined) {
    throw new OAuthError('invalid_request', 'token is missing; send the access or refresh token to revoke.')
  }
  const now = clock.now()
  const tokenHash = sha256(token)
  if (parameters.get('end_sign_in') === 'true') await endSignIn({ db, clock }, { application, ip }, tokenHash)
  await db.$executeRaw`
    WITH presented AS (
      SELECT token_family_id FROM access_tokens WHERE token_hash = ${tokenHash}::bytea
       UNION ALL
      SELECT token_family_id FROM refresh_tokens WHERE token_hash = ${tokenHash}::bytea),
    revoked AS (
      UPDATE token_families f SET revoked_at = ${now}::timestamptz FROM presented
       WHERE f.id = presented.token_family_id AND f.oauth_application_id = ${application.id}::int AND f.revoked_at IS NULL
      RETURNING f.id, f.user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actorOf({ application, ip })}, 'token.revoke', 'user:' || user_id, ${ip}::text,
           jsonb_build_object('family', id::text)
      FROM revoked`
}

/**
 * Ends the browser's session here, and what first-party applications got in it (ADR 47). Does nothing for a third-party
 * application's token.
 */
async function endSignIn(
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
    // The session first, as in `endSession`: a code that is being issued locks its row.
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
