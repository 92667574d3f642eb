import { assertRefreshTokenAlive } from './assert-refresh-token-alive'
import { assertRefreshTokenOfApplication } from './assert-refresh-token-of-application'
import { assertScopeFull } from '../oauth/assert-scope-full'
import { OAuthError } from '../oauth/errors'
import { runGrant } from '../oauth/oauth2-server'
import type { Throttle } from '../throttle/open-throttle'
import { invalidRefreshToken } from './invalid-grant'
import type { IssuedTokens } from './issued-tokens'
import { assertAuthenticated } from './authenticated-application'
import { withinIssueLimit } from './issue-limit'
import { findRefreshTokenRow } from './presented-refresh-token'
import { replaceRefreshToken } from './replace-refresh-token'
import { revokeFamilyOfRefreshToken } from './revoke-family-of-refresh-token'
import type { GrantDeps, TokenRequest } from './token-request'

/**
 * docs/contract.md §2.2: for this long after its rotation, presenting a refresh token again does not revoke its family,
 * because applications retry, as when an answer was lost. They get `invalid_grant`.
 */
const replayGraceMs = 10_000

/** RFC 6749 §6: exchanges a refresh token for a new pair, in two round trips and one commit. Throws an `OAuthError`. */
export async function rotateRefreshToken(
  deps: GrantDeps & { throttle: Throttle },
  { credentials, parameters, ip }: TokenRequest,
): Promise<IssuedTokens> {
  const sentToken = parameters.get('refresh_token')
  const found = await findRefreshTokenRow(deps, credentials.clientId, sentToken ?? '')
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

  const outcome = await withinIssueLimit(deps, token, () =>
    runGrant({ application, userId: token.userId, scope: token.scope, parameters, code: null }, (tokens) =>
      replaceRefreshToken(deps, sentToken, token, tokens, caller),
    ),
  )
  if (outcome.kind === 'issued') return outcome.tokens
  throw invalidRefreshToken()
}
