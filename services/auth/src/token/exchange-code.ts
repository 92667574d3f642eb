import { sha256 } from '@pas/accounts/secrets'
import { Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { OAuthError } from '../oauth/errors'
import { runGrant } from '../oauth/oauth2-server'
import { assertAuthenticated, type AuthenticatedApplication } from './authenticated-application'
import type { CodeBatches } from './code-batches'
import { assertGrantLeft, countGrants } from './issue-limit'
import type { IssuedTokens } from './issued-tokens'
import type { PresentedCode } from './presented-code'
import { actorOf, type GrantDeps, type TokenCaller, type TokenRequest } from './token-request'

/** RFC 6749 §4.1.3: exchanges a code for tokens in two statements and one commit, which a batch shares. */
export async function exchangeCode(
  deps: GrantDeps & { codes: CodeBatches },
  { credentials, parameters, ip }: TokenRequest,
): Promise<IssuedTokens> {
  const sentCode = parameters.get('code')
  const found = await deps.codes.find({ clientId: credentials.clientId, code: sentCode ?? '' })
  const application = assertAuthenticated(found.application, credentials)
  if (sentCode === undefined) {
    throw new OAuthError('invalid_request', 'code is missing; send the one that came to the callback URI.')
  }
  const code = assertCodeOfApplication(found.code, application)
  const caller = { application, ip }
  if (code.isUsed) {
    // RFC 6749 §10.5: a code that is used twice may have leaked, so the tokens that it issued are revoked.
    await revokeFamilyOfCode(deps, sentCode, caller)
    throw invalidCode()
  }
  const now = deps.clock.now()
  assertCodeAlive(code, now)
  assertRedirectUriOfCode(code, parameters.get('redirect_uri'))
  assertVerifierForChallenge(code, parameters.get('code_verifier'))

  assertGrantLeft(code.noGrantLeftUntil, now)

  const outcome = await runGrant(
    { application, userId: code.userId, scope: code.scope, parameters, code },
    (tokens) => deps.codes.consume({ sentCode, code, tokens, caller }),
  )
  switch (outcome.kind) {
    case 'issued':
      return outcome.tokens
    case 'refused':
      // RFC 7636 §4.6: everything else was checked, so the code_verifier is wrong. The code is invalidated, so that it
      // cannot be guessed.
      await invalidateCode(deps, sentCode, caller)
      throw invalidCode()
    case 'lost':
      // The code was used meanwhile: RFC 6749 §10.5, as above.
      await revokeFamilyOfCode(deps, sentCode, caller)
      throw invalidCode()
  }
}

/**
 * RFC 6749 §4.1.3. Another application's attempt does not invalidate the code: an attacker who sees one could otherwise
 * end other people's sign-ins.
 */
function assertCodeOfApplication(
  code: PresentedCode | null,
  application: AuthenticatedApplication,
): PresentedCode {
  if (code?.applicationId === application.id) return code
  throw invalidCode()
}

/** RFC 6749 §4.1.2. oauth2-server would check the expiry against the machine's clock instead of `now`. */
function assertCodeAlive(code: PresentedCode, now: Date): void {
  if (code.expiresAt > now && code.isUserActive && code.hasConsent) return
  throw invalidCode()
}

/**
 * RFC 6749 §4.1.3. After an authorization request without one, it may be left out or be the only registered URI
 * (docs/contract.md §2.2): many libraries always send it.
 */
function assertRedirectUriOfCode(
  { redirectUri, onlyCallbackUri }: PresentedCode,
  sent: string | undefined,
): void {
  const isRight = redirectUri === null ? sent === undefined || sent === onlyCallbackUri : sent === redirectUri
  if (!isRight) throw invalidCode()
}

/** RFC 7636 §4.5, RFC 9700 §2.1.1: both or neither. oauth2-server checks later that they fit. */
function assertVerifierForChallenge(
  { codeChallenge }: PresentedCode,
  codeVerifier: string | undefined,
): void {
  if ((codeChallenge === null) !== (codeVerifier === undefined)) throw invalidCode()
}

/** RFC 6749 §5.2. One text for all that can be wrong. */
const invalidCode = (): OAuthError =>
  new OAuthError(
    'invalid_grant',
    'The code is unknown, expired or used, or not for this application, redirect_uri or code_verifier; authorize again.',
  )

async function invalidateCode(
  { db, clock }: DatabaseDeps,
  sentCode: string,
  caller: TokenCaller,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    WITH invalidated AS (
      UPDATE authorization_codes SET used_at = ${now}::timestamptz
       WHERE code_hash = ${sha256(sentCode)}::bytea AND used_at IS NULL
      RETURNING user_id, oauth_application_id),
    counted AS (${countGrants(Prisma.sql`invalidated`, now)})
    INSERT INTO audit_events (at, actor, action, target, ip)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'code.burn', 'user:' || user_id, ${caller.ip}::text
      FROM invalidated`
}

/** A family that is revoked already gets no further audit row. */
async function revokeFamilyOfCode(
  { db, clock }: DatabaseDeps,
  sentCode: string,
  caller: TokenCaller,
): Promise<void> {
  const now = clock.now()
  await db.$executeRaw`
    WITH revoked AS (
      UPDATE token_families f SET revoked_at = ${now}::timestamptz FROM authorization_codes c
       WHERE c.code_hash = ${sha256(sentCode)}::bytea AND c.used_at IS NOT NULL
         AND f.id = c.token_family_id AND f.revoked_at IS NULL
      RETURNING f.id, f.user_id)
    INSERT INTO audit_events (at, actor, action, target, ip, details)
    SELECT ${now}::timestamptz, ${actorOf(caller)}, 'code.replayed', 'user:' || user_id, ${caller.ip}::text,
           jsonb_build_object('family', id::text)
      FROM revoked`
}
