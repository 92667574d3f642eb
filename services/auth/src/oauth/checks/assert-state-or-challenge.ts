import { OAuthError } from '../errors'

/**
 * RFC 6749 §10.12, RFC 9700 §4.7.1: a state has to tie the answer to the browser that made the request, against
 * cross-site request forgery. A PKCE challenge does the same.
 */
export function assertStateOrChallenge(state: string | null, codeChallenge: string | null): void {
  if (state !== null || codeChallenge !== null) return
  throw new OAuthError(
    'invalid_request',
    'state is missing; send a random one, and check it when it comes back.',
  )
}
