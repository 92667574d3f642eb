import { encodeParameter } from '../oauth/callback-location'
import type { AuthorizationRequest } from './read-authorization-request'

export const authorizePath = '/oauth/authorize'

/** Continues a request that is stored on the server. */
export const continuePath = '/oauth/continue'

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
