import type { Database } from '@pas/db/database'
import { PageError } from '@pas/pages/page-error'
import { findActiveApplication, findCallbackUri, type ActiveApplication } from '../oauth/active-application'
import { isSentTwice, parameterOf, type QueryParameters } from '../oauth/query-parameters'
import { wrongLinkTexts } from './wrong-link-texts'

/** Throws a `PageError`: until application and redirect_uri are known, no error may be redirected. */
export async function assertRegistered(
  deps: { db: Database },
  parameters: QueryParameters,
): Promise<{ application: ActiveApplication; callbackUri: string }> {
  const application = await assertKnownApplication(deps, parameters)
  return { application, callbackUri: assertRegisteredRedirectUri(application, parameters) }
}

/** RFC 6749 §4.1.2.1. */
async function assertKnownApplication(
  deps: { db: Database },
  parameters: QueryParameters,
): Promise<ActiveApplication> {
  if (isSentTwice(parameters, 'client_id')) throw refusal('applicationTwice')
  const clientId = parameterOf(parameters, 'client_id')
  if (clientId === null) throw refusal('noApplication')
  const application = await findActiveApplication(deps, { clientId })
  if (!application) throw refusal('unknownApplication')
  return application
}

/** RFC 6749 §3.1.2.3 and §3.1.2.4. */
function assertRegisteredRedirectUri(application: ActiveApplication, parameters: QueryParameters): string {
  if (isSentTwice(parameters, 'redirect_uri')) throw refusal('redirectUriTwice')
  const redirectUri = parameterOf(parameters, 'redirect_uri')
  const callbackUri = findCallbackUri(application, redirectUri)
  if (callbackUri !== null) return callbackUri
  throw refusal(redirectUri === null ? 'noRedirectUri' : 'unknownRedirectUri')
}

const refusal = (why: keyof (typeof wrongLinkTexts)['en']): PageError =>
  new PageError('invalid_request', (language) => wrongLinkTexts[language][why])
