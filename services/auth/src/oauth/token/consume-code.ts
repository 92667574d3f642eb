import { sha256 } from '@pas/accounts/secrets'
import { familyExpiry, tokenLifetimes, type IssuedTokens } from './issued-tokens'
import type { NewTokens } from './grant-server'
import type { PresentedCode } from './presented-code'
import { actorOf, type TokenCaller } from './token-caller'
import type { GrantDeps } from './token-request'

/**
 * Uses a code up and stores the family and tokens that it issues, and the audit row, all in one statement: none of it without the rest.
 * Resolves to null when somebody else used it meanwhile, or its user has taken the consent back; the lock on the consent keeps that
 * waiting until there is a family to revoke.
 */
export async function consumeCode(
  { config, db, clock }: GrantDeps,
  sentCode: string,
  code: PresentedCode,
  { accessToken, refreshToken }: NewTokens,
  caller: TokenCaller,
): Promise<IssuedTokens | null> {
  const now = clock.now()
  const familyExpiresAt = familyExpiry(now)
  const { accessTokenExpiresAt, refreshTokenExpiresAt } = tokenLifetimes(config, now, familyExpiresAt)
  const used = await db.$executeRaw`
    WITH consent AS (
      SELECT user_id FROM consents
       WHERE user_id = ${code.userId}::int AND oauth_application_id = ${code.applicationId}::int
         FOR KEY SHARE),
    used AS (
      UPDATE authorization_codes c
         SET used_at = ${now}::timestamptz, token_family_id = nextval('token_families_id_seq')
        FROM consent
       WHERE c.code_hash = ${sha256(sentCode)}::bytea AND c.used_at IS NULL
      RETURNING c.token_family_id, c.oauth_application_id, c.user_id, c.scope),
    family AS (
      INSERT INTO token_families (id, oauth_application_id, user_id, scope, created_at, expires_at)
      SELECT token_family_id, oauth_application_id, user_id, scope, ${now}::timestamptz, ${familyExpiresAt}::timestamptz FROM used),
    access AS (
      INSERT INTO access_tokens (token_hash, token_family_id, created_at, expires_at)
      SELECT ${sha256(accessToken)}::bytea, token_family_id, ${now}::timestamptz, ${accessTokenExpiresAt}::timestamptz FROM used),
    refresh AS (
      INSERT INTO refresh_tokens (token_hash, token_family_id, created_at, expires_at)
      SELECT ${sha256(refreshToken)}::bytea, token_family_id, ${now}::timestamptz, ${refreshTokenExpiresAt}::timestamptz FROM used)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'token.issue', 'user:' || user_id, ${caller.ip}::text,
           jsonb_build_object('family', token_family_id::text)
      FROM used`
  if (used === 0) return null
  return { accessToken, refreshToken, scope: code.scope, issuedAt: now, accessTokenExpiresAt }
}
