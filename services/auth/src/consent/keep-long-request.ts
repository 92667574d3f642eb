import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { fitsLocation, shortPath } from '../login/return-to'
import { continuePath, isAuthorizationRequest } from '../oauth/authorize-path'
import { assertKnownApplication } from '../oauth/checks/assert-known-application'
import { assertRegisteredRedirectUri } from '../oauth/checks/assert-registered-redirect-uri'
import { OAuthError } from '../oauth/errors'
import { queryParameters } from '../oauth/query-parameters'
import { readAuthorizationRequest } from '../oauth/read-authorization-request'
import { keepAuthorizationRequest } from './authorization-requests'

/**
 * Where a user who has just signed in goes on: the path itself, or, for an authorization request that is too long for a `Location`, the
 * path of the request kept on the server for this session. Anything else that is too long leads to the start.
 */
export async function keepLongRequest(
  deps: { db: Database; clock: Clock },
  session: { sessionId: string; userId: number },
  path: string,
): Promise<string> {
  if (!isAuthorizationRequest(path)) return shortPath(path)
  if (fitsLocation(path)) return path
  try {
    const parameters = queryParameters(path)
    const application = await assertKnownApplication(deps, parameters)
    assertRegisteredRedirectUri(application, parameters)
    const asked = { ...session, applicationId: application.id }
    const requestId = await keepAuthorizationRequest(deps, asked, readAuthorizationRequest(parameters))
    return requestId === null ? path : `${continuePath}?request=${requestId}`
  } catch (error) {
    // It was right when the sign-in page was sent. What has become wrong with it since, the authorize endpoint says.
    if (error instanceof OAuthError || error instanceof ApiError) return path
    throw error
  }
}
