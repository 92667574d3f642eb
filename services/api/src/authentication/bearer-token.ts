import { secretPrefixes } from '@pas/accounts/secrets'
import { findAccessToken, type FoundAccessToken } from '@pas/accounts/find-access-token'
import type { RowDeps } from '@pas/db/row-deps'
import { ApiError } from '@pas/runtime/errors'
import { oauthDescription } from '@pas/runtime/http/oauth-description'
import type { SecurityTrail } from './security-trail'

export const realm = 'partner-access'

/** RFC 6750 §3. Without an `error` when no credentials came. */
export function bearerChallenge(error?: { code: string; description: string }): string {
  const challenge = `Bearer realm="${realm}"`
  if (!error) return challenge
  return `${challenge}, error="${error.code}", error_description="${oauthDescription(error.description)}"`
}

/**
 * Throws 401 `invalid_token`, with `otherChallenges` for the route's other schemes, or 403 `inactive_user` or
 * `invalid_scope`.
 */
export async function requireAccessToken(
  deps: RowDeps & { securityTrail: SecurityTrail },
  accessToken: string,
  { ip, otherChallenges }: { ip: string; otherChallenges: readonly string[] },
): Promise<FoundAccessToken> {
  const refuse = (
    status: 'unauthenticated' | 'inactive_user' | 'invalid_scope',
    description: string,
  ): ApiError => {
    const code = status === 'unauthenticated' ? 'invalid_token' : status
    const challenges = status === 'unauthenticated' ? otherChallenges : []
    return new ApiError(status, description, {
      headers: { 'WWW-Authenticate': [...challenges, bearerChallenge({ code, description })] },
    })
  }
  const token = await findAccessToken(deps, accessToken)
  if (token && token.status !== 'active') {
    const actor = `application:${token.oauthApplication.clientId}`
    const target = `user:${token.user.id}`
    deps.securityTrail.note({ actor, action: 'token.refuse', target, ip, details: { why: token.status } })
  }
  switch (token?.status) {
    case 'active':
      break
    case 'expired':
      throw refuse('unauthenticated', 'The access token has expired. Refresh it.')
    case 'user_inactive':
      throw refuse('inactive_user', 'The user or the account of this access token is inactive.')
    case 'revoked':
    case 'application_disabled':
    case undefined:
      throw refuse(
        'unauthenticated',
        accessToken.startsWith(secretPrefixes.apiKey)
          ? 'An API key is no access token. Where API keys are accepted, send yours with HTTP Basic, as user name with an empty password.'
          : 'The access token is unknown, was revoked or expired long ago. Refresh it, or restart the authorization flow.',
      )
  }
  if (token.scope !== 'full') throw refuse('invalid_scope', 'The access token does not have the scope full.')
  return token
}
