import { assertNothingSentTwice } from './checks/assert-nothing-sent-twice'
import { assertResponseModeQuery } from './checks/assert-response-mode-query'
import { assertResponseTypeCode } from './checks/assert-response-type-code'
import { assertS256Challenge } from './checks/assert-s256-challenge'
import { assertScopeFull, fullScope } from '../oauth/assert-scope-full'
import { assertStateOrChallenge } from './checks/assert-state-or-challenge'
import { parameterOf, type QueryParameters } from '../oauth/query-parameters'

export interface AuthorizationRequest {
  /** The redirect_uri as it was sent; null when it was left out. */
  redirectUri: string | null
  state: string | null
  scope: string
  /** RFC 7636's code_challenge, of the method S256; null without PKCE. */
  codeChallenge: string | null
}

/** Runs, in order, the checks whose errors are redirected to the application's callback URI. Throws an `OAuthError`. */
export function readAuthorizationRequest(parameters: QueryParameters): AuthorizationRequest {
  const state = parameterOf(parameters, 'state')
  assertNothingSentTwice(parameters)
  assertResponseTypeCode(parameters)
  assertResponseModeQuery(parameters)
  assertScopeFull(parameterOf(parameters, 'scope'))
  const codeChallenge = assertS256Challenge(parameters)
  assertStateOrChallenge(state, codeChallenge)
  return { redirectUri: parameterOf(parameters, 'redirect_uri'), state, scope: fullScope, codeChallenge }
}
