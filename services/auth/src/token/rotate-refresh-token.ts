import { sha256 } from '@pas/accounts/secrets'
import { Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { assertScopeFull } from '../oauth/assert-scope-full'
import { OAuthError } from '../oauth/errors'
import { runGrant, type NewTokens } from '../oauth/oauth2-server'
import { assertAuthenticated, type AuthenticatedApplication } from './authenticated-application'
import { assertGrantLeft, countGrants } from './issue-limit'
import { tokenExpiries, type IssuedTokens } from './issued-tokens'
import { findRefreshToken, type PresentedRefreshToken } from './presented-refresh-token'
import { actorOf, type GrantDeps, type TokenCaller, type TokenRequest } from './token-request'

/**
 * docs/contract.md §2.2: a replay this soon after the rotation does not revoke the family, because applications retry
 * when an answer was lost.
 */
const replayGraceMs = 10_000

/** RFC 6749 §6: exchanges a refresh token for a new pair in two round trips and one commit. Throws an `OAuthError`. */
export async function rotateRefreshToken(
  deps: GrantDeps,
  { credentials, parameters, ip }: TokenRequest,
): Promise<IssuedTokens> {
  const sentToken = parameters.get('refresh_token')
  const found = await findRefreshToken(deps, credentials.clientId, sentToken ?? '')
  const application = assertAuthenticated(found.application, credentials)
  if (sentToken === undefined) {
    throw new OAuthError('invalid_request', 'refresh_token is missing; send the one that came last.')
  }
  assertScopeFull(parameters.get('scope') ?? null)
  const token = assertRefreshTokenOfApplication(found.token, application)
  const caller = { application, ip }
  const now = deps.clock.now()
  if (token.rotatedAt !== null && now.getTime() - token.rotatedAt.getTime() > replayGraceMs) {
    // RFC 9700 §4.14.2: a used token that comes again may be stolen, and we cannot tell the thief from the application.
    await revokeFamilyOfRefreshToken(deps, sentToken, caller)
    throw invalidRefreshToken()
  }
  assertRefreshTokenAlive(token, now)

  assertGrantLeft(token.noGrantLeftUntil, now)

  const outcome = await runGrant(
    { application, userId: token.userId, scope: token.scope, parameters, code: null },
    (tokens) => replaceRefreshToken(deps, sentToken, token, tokens, caller),
  )
  if (outcome.kind === 'issued') return outcome.tokens
  throw invalidRefreshToken()
}

/** RFC 6749 §6. Another application's attempt does not revoke it. */
function assertRefreshTokenOfApplication(
  token: PresentedRefreshToken | null,
  application: AuthenticatedApplication,
): PresentedRefreshToken {
  if (token?.applicationId === application.id) return token
  throw invalidRefreshToken()
}

/** RFC 6749 §6 and §10.4. */
function assertRefreshTokenAlive(token: PresentedRefreshToken, now: Date): void {
  const isInTime = token.expiresAt > now && token.familyExpiresAt > now
  if (isInTime && token.rotatedAt === null && !token.isRevoked && token.isUserActive) return
  throw invalidRefreshToken()
}

/** RFC 6749 §5.2. One text for all that can be wrong. */
const invalidRefreshToken = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The refresh token is unknown, expired, revoked or used, or not for this application; authorize again.',
  )

/**
 * Null when another request has rotated it. When the family is revoked meanwhile, the new tokens are revoked with it.
 */
async function replaceRefreshToken(
  { config, db, clock }: GrantDeps,
  sentToken: string,
  token: PresentedRefreshToken,
  { accessToken, refreshToken }: NewTokens,
  caller: TokenCaller,
): Promise<IssuedTokens | null> {
  const now = clock.now()
  const { accessTokenExpiresAt, refreshTokenExpiresAt } = tokenExpiries(config, now, token.familyExpiresAt)
  const used = Prisma.sql`
    (SELECT ${token.userId}::int AS user_id, ${token.applicationId}::int AS oauth_application_id FROM rotated) AS used`
  const rotated = await db.$executeRaw`
    WITH rotated AS (
      UPDATE refresh_tokens SET rotated_at = ${now}::timestamptz
       WHERE token_hash = ${sha256(sentToken)}::bytea AND rotated_at IS NULL
      RETURNING token_family_id),
    counted AS (${countGrants(used, now)}),
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

async function revokeFamilyOfRefreshToken(
  { db, clock }: DatabaseDeps,
  sentToken: string,
  caller: TokenCaller,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    WITH revoked AS (
      UPDATE token_families f SET revoked_at = ${now}::timestamptz FROM refresh_tokens r
       WHERE r.token_hash = ${sha256(sentToken)}::bytea AND f.id = r.token_family_id AND f.revoked_at IS NULL
      RETURNING f.id, f.user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'refresh_token.replayed', 'user:' || user_id, ${caller.ip}::text,
           jsonb_build_object('family', id::text)
      FROM revoked`
}
