import { OAuthError } from '../errors'
import { isSentTwice, type QueryParameters } from '../query-parameters'

/** The parameters of an authorization request that we read. */
const known = [
  'response_type',
  'client_id',
  'redirect_uri',
  'scope',
  'state',
  'response_mode',
  'code_challenge',
  'code_challenge_method',
]

/** RFC 6749 §3.1: request parameters must not be included more than once. */
export function assertNothingSentTwice(parameters: QueryParameters): void {
  const twice = known.find((name) => isSentTwice(parameters, name))
  if (twice) throw new OAuthError('invalid_request', `${twice} was sent more than once; send it once.`)
}
