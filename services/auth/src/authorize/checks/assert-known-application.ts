import type { Database } from '@pas/db/database'
import { PageError } from '@pas/pages/page-error'
import { findActiveApplication, type ActiveApplication } from '../../oauth/active-application'
import { isSentTwice, parameterOf, type QueryParameters } from '../../oauth/query-parameters'
import { wrongLinkTexts } from './wrong-link-texts'

/** RFC 6749 §4.1.2.1: for a missing, unknown or disabled application the user sees a page; nothing is redirected. */
export async function assertKnownApplication(
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

const refusal = (why: 'applicationTwice' | 'noApplication' | 'unknownApplication'): PageError =>
  new PageError('invalid_request', (language) => wrongLinkTexts[language][why])
