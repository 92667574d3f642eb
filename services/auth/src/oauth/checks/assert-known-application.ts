import type { Database } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { findActiveApplication, type ActiveApplication } from '../active-application'
import { isSentTwice, parameterOf, type QueryParameters } from '../query-parameters'

/**
 * RFC 6749 §4.1.2.1: when the application is missing, unknown or disabled, the user sees a page; no error is
 * redirected.
 */
export async function assertKnownApplication(
  deps: { db: Database },
  parameters: QueryParameters,
): Promise<ActiveApplication> {
  if (isSentTwice(parameters, 'client_id')) throw refusal('names its application (client_id) twice')
  const clientId = parameterOf(parameters, 'client_id')
  if (clientId === null) throw refusal('does not name its application (client_id)')
  const application = await findActiveApplication(deps, { clientId })
  if (!application)
    throw refusal('names an application (client_id) that is not registered here or is switched off')
  return application
}

const refusal = (what: string): ApiError =>
  new ApiError(
    'invalid_request',
    `The link that led here ${what}. Nothing was allowed. Go back to the application and tell the people who make it.`,
  )
