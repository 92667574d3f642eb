import { OAuthError } from '../../oauth/errors'
import { parameterOf, type QueryParameters } from '../../oauth/query-parameters'

/** OAuth 2.0 Multiple Response Type Encoding Practices §2.1: answers come in the query. */
export function assertResponseModeQuery(parameters: QueryParameters): void {
  const responseMode = parameterOf(parameters, 'response_mode')
  if (responseMode === null || responseMode === 'query') return
  throw new OAuthError('invalid_request', 'Only response_mode=query is offered; it may be left out.')
}
