import { OAuthError } from '../oauth/errors'
import type { IssuedTokens } from './issued-tokens'
import { assertAuthenticated, findApplicationRow } from './authenticated-application'
import type { GrantDeps, TokenRequest } from './token-request'

/** RFC 6749 §5.2: refuses a grant_type that is not offered; failed authentication is `invalid_client` first. */
export async function refuseUnknownGrant(
  deps: GrantDeps,
  { credentials, parameters }: TokenRequest,
): Promise<IssuedTokens> {
  assertAuthenticated(await findApplicationRow(deps, credentials.clientId), credentials)
  throw parameters.has('grant_type')
    ? new OAuthError('unsupported_grant_type', 'Only authorization_code and refresh_token are offered.')
    : new OAuthError('invalid_request', 'grant_type is missing; send authorization_code or refresh_token.')
}
