import { encodeParameter } from '../oauth/callback-location'
import type { AuthorizationRequest } from './read-authorization-request'

export const authorizePath = '/oauth/authorize'

/** Whether a path with query is an authorization request, in every spelling that Express's route matches. */
export const isAuthorizationRequest = (path: string): boolean => /^\/oauth\/authorize\/?\?/i.test(path)

/** The path that continues an authorization request stored on the server. */
export const continuePath = '/oauth/continue'

/** The path and query that make the same authorization request again. */
export function authorizePathOf(clientId: string, request: AuthorizationRequest): string {
  const parameters = {
    response_type: 'code',
    client_id: clientId,
    redirect_uri: request.redirectUri,
    state: request.state,
    scope: request.scope,
    code_challenge: request.codeChallenge,
    code_challenge_method: request.codeChallenge === null ? null : 'S256',
  }
  const query = Object.entries(parameters).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${encodeParameter(value)}`],
  )
  return `${authorizePath}?${query.join('&')}`
}
