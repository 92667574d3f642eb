import { assertNothingSentTwice } from './checks/assert-nothing-sent-twice'
import { assertResponseModeQuery } from './checks/assert-response-mode-query'
import { assertResponseTypeCode } from './checks/assert-response-type-code'
import { assertS256Challenge } from './checks/assert-s256-challenge'
import { assertScopeFull, fullScope } from './checks/assert-scope-full'
import { assertStateOrChallenge } from './checks/assert-state-or-challenge'
import { parameterOf, type QueryParameters } from './query-parameters'

/** What an application asks for, checked. */
export interface AuthorizationRequest {
  /** As sent; null when it was left out. */
  redirectUri: string | null
  state: string | null
  scope: string
  /** RFC 7636, S256. */
  codeChallenge: string | null
}

/** The checks whose refusals the application hears at its callback URI, in order. Throws an `OAuthError`. */
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
