import { OAuthError } from '../errors'
import { parameterOf, type QueryParameters } from '../query-parameters'

/** RFC 6749 §3.1.1 and §4.1.2.1: response_type is required, and `code` is the only one offered. */
export function assertResponseTypeCode(parameters: QueryParameters): void {
  const responseType = parameterOf(parameters, 'response_type')
  if (responseType === 'code') return
  throw responseType === null
    ? new OAuthError('invalid_request', 'response_type is missing; send response_type=code.')
    : new OAuthError('unsupported_response_type', 'Only response_type=code is offered.')
}
