import { PageError } from '@pas/pages/page-error'
import { registeredCallbackUri, type ActiveApplication } from '../../oauth/active-application'
import { isSentTwice, parameterOf, type QueryParameters } from '../../oauth/query-parameters'
import { wrongLinkTexts } from './wrong-link-texts'

/**
 * RFC 6749 §3.1.2.3 and §3.1.2.4: until this passes, no error may be redirected. Returns the registered URI to which
 * the answer is redirected.
 */
export function assertRegisteredRedirectUri(
  application: ActiveApplication,
  parameters: QueryParameters,
): string {
  if (isSentTwice(parameters, 'redirect_uri')) throw refusal('redirectUriTwice')
  const redirectUri = parameterOf(parameters, 'redirect_uri')
  const callbackUri = registeredCallbackUri(application, redirectUri)
  if (callbackUri !== null) return callbackUri
  throw refusal(redirectUri === null ? 'noRedirectUri' : 'unknownRedirectUri')
}

const refusal = (why: 'redirectUriTwice' | 'noRedirectUri' | 'unknownRedirectUri'): PageError =>
  new PageError('invalid_request', (language) => wrongLinkTexts[language][why])
