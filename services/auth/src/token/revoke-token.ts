import { sha256 } from '@pas/accounts/secrets'
import { OAuthError } from '../oauth/errors'
import { assertAuthenticated, findApplicationRow } from './authenticated-application'
import { endSignIn } from './end-sign-in'
import { actorOf } from './token-caller'
import type { GrantDeps, TokenRequest } from './token-request'

/**
 * RFC 7009 §2.1: revokes the family of an access or refresh token of this application; token_type_hint is not needed.
 * Does nothing, and reports nothing (§2.2), when the token is unknown or another application's. The consent stays. With
 * `end_sign_in` of `true`, a first-party application also ends the sign-in in which it got the token.
 * Throws an `OAuthError`.
 */
export async function revokeToken(
  { db, clock }: Pick<GrantDeps, 'db' | 'clock'>,
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
