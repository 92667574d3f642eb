import { OAuthError } from '../../oauth/errors'
import { parameterOf, type QueryParameters } from '../../oauth/query-parameters'

/** RFC 7636 §4.2: base64url of a SHA-256, unpadded. The ABNF allows longer ones, for the method `plain`. */
const s256Challenge = /^[A-Za-z0-9_-]{43}$/

/**
 * RFC 7636 §4.3 and §4.4.1: returns the code_challenge, or null when there is none. Only S256 is offered. Without
 * code_challenge_method the method would be `plain`, so that is refused, too.
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
