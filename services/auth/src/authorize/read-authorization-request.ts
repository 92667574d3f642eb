import { assertScopeFull, fullScope } from '../oauth/assert-scope-full'
import { OAuthError } from '../oauth/errors'
import { isSentTwice, parameterOf, type QueryParameters } from '../oauth/query-parameters'

export interface AuthorizationRequest {
  /** As it was sent; null when it was left out. */
  redirectUri: string | null
  state: string | null
  scope: string
  /** Made with the method S256; null without PKCE. */
  codeChallenge: string | null
}

/** Runs the checks whose errors are redirected to the application's callback URI. Throws an `OAuthError`. */
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

const knownParameters = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
]

/** RFC 6749 §3.1. */
function assertNothingSentTwice(parameters: QueryParameters): void {
  const twice = knownParameters.find((name) => isSentTwice(parameters, name))
  if (twice) throw new OAuthError('invalid_request', `${twice} was sent more than once; send it once.`)
}

/** RFC 6749 §3.1.1 and §4.1.2.1. */
function assertResponseTypeCode(parameters: QueryParameters): void {
  const responseType = parameterOf(parameters, 'response_type')
  if (responseType === 'code') return
  throw responseType === null
    ? new OAuthError('invalid_request', 'response_type is missing; send response_type=code.')
    : new OAuthError('unsupported_response_type', 'Only response_type=code is offered.')
}

/** OAuth 2.0 Multiple Response Type Encoding Practices §2.1. */
function assertResponseModeQuery(parameters: QueryParameters): void {
  const responseMode = parameterOf(parameters, 'response_mode')
  if (responseMode === null || responseMode === 'query') return
  throw new OAuthError('invalid_request', 'Only response_mode=query is offered; it may be left out.')
}

/** RFC 7636 §4.2: base64url of a SHA-256, unpadded. */
const s256Challenge = /^[A-Za-z0-9_-]{43}$/

/** RFC 7636 §4.3 and §4.4.1. Without code_challenge_method the method would be `plain`, so that is refused, too. */
function assertS256Challenge(parameters: QueryParameters): string | null {
  const challenge = parameterOf(parameters, 'code_challenge')
  const method = parameterOf(parameters, 'code_challenge_method')
  if (challenge === null) {
    if (method === null) return null
    throw new OAuthError(
      'invalid_request',
      'code_challenge_method was sent without a code_challenge; send both.',
    )
  }
  if (method !== 'S256') {
    throw new OAuthError(
      'invalid_request',
      'Only code_challenge_method=S256 is offered; send it beside the challenge.',
    )
  }
  if (!s256Challenge.test(challenge)) {
    throw new OAuthError(
      'invalid_request',
      'code_challenge is not a SHA-256 in base64url without padding (43 characters).',
    )
  }
  return challenge
}

/** RFC 6749 §10.12, RFC 9700 §4.7.1: one of them ties the answer to the browser, against cross-site request forgery. */
function assertStateOrChallenge(state: string | null, codeChallenge: string | null): void {
  if (state !== null || codeChallenge !== null) return
  throw new OAuthError(
    'invalid_request',
    'state is missing; send a random one, and check it when it comes back.',
  )
}
