import { ApiError } from '@pas/runtime/errors'
import { registeredCallbackUri, type ActiveApplication } from '../active-application'
import { isSentTwice, parameterOf, type QueryParameters } from '../query-parameters'

/**
 * RFC 6749 §3.1.2.3 and §3.1.2.4: until this passes, no error may be redirected. Returns the registered URI to which
 * the answer is redirected.
 */
export function assertRegisteredRedirectUri(
  application: ActiveApplication,
  parameters: QueryParameters,
): string {
  if (isSentTwice(parameters, 'redirect_uri'))
    throw refusal('gives the address to return to (redirect_uri) twice')
  const redirectUri = parameterOf(parameters, 'redirect_uri')
  const callbackUri = registeredCallbackUri(application, redirectUri)
  if (callbackUri !== null) return callbackUri
  throw refusal(
    redirectUri === null
      ? 'does not say which of its registered addresses to return to (redirect_uri)'
      : 'wants to return to an address (redirect_uri) that is not registered for the application',
  )
}

const refusal = (what: string): ApiError =>
  new ApiError(
    'invalid_request',
    `The link that led here ${what}. Nothing was allowed. Go back to the application and tell the people who make it.`,
  )
