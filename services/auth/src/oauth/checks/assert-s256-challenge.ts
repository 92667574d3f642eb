import { OAuthError } from '../errors'
import { parameterOf, type QueryParameters } from '../query-parameters'

/** RFC 7636 §4.2: BASE64URL of a SHA-256, without padding. The ABNF's longer challenges are of the method plain. */
const s256Challenge = /^[A-Za-z0-9_-]{43}$/

/**
 * RFC 7636 §4.3 and §4.4.1: the challenge, or null without one. Only S256 is offered, and a challenge without its method would be
 * `plain`.
 */
export function assertS256Challenge(parameters: QueryParameters): string | null {
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
