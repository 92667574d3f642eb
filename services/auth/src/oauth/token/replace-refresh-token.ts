import { sha256 } from '@pas/accounts/secrets'
import type { NewTokens } from './grant-server'
import { tokenLifetimes, type IssuedTokens } from './issued-tokens'
import type { PresentedRefreshToken } from './presented-refresh-token'
import { actorOf, type TokenCaller } from './token-caller'
import type { GrantDeps } from './token-request'

/**
 * Marks a refresh token as rotated and stores a new pair and the audit row, all in one statement. Of several requests
 * that race, one gets the pair and the others null. When the family is revoked meanwhile, the new tokens are stored but
 * are revoked with it.
 */
export async function replaceRefreshToken(
  { config, db, clock }: GrantDeps,
  sentToken: string,
  token: PresentedRefreshToken,
  { accessToken, refreshToken }: NewTokens,
  caller: TokenCaller,
): Promise<IssuedTokens | null> {
  const now = clock.now()
  const { accessTokenExpiresAt, refreshTokenExpiresAt } = tokenLifetimes(config, now, token.familyExpiresAt)
  const rotated = await db.$executeRaw`
    WITH rotated AS (
      UPDATE refresh_tokens SET rotated_at = ${now}::timestamptz
       WHERE token_hash = ${sha256(sentToken)}::bytea AND rotated_at IS NULL
      RETURNING token_family_id),
    access AS (
      INSERT INTO access_tokens (token_hash, token_family_id, created_at, expires_at)
      SELECT ${sha256(accessToken)}::bytea, token_family_id, ${now}::timestamptz, ${accessTokenExpiresAt}::timestamptz FROM rotated),
    refresh AS (
      INSERT INTO refresh_tokens (token_hash, token_family_id, created_at, expires_at)
      SELECT ${sha256(refreshToken)}::bytea, token_family_id, ${now}::timestamptz, ${refreshTokenExpiresAt}::timestamptz FROM rotated)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'token.refresh', ${`user:${token.userId}`}, ${caller.ip}::text,
           jsonb_build_object('family', token_family_id::text)
      FROM rotated`
  if (rotated === 0) return null
  return { accessToken, refreshToken, scope: token.scope, issuedAt: now, accessTokenExpiresAt }
}
