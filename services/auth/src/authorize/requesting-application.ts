import type { Database } from '@pas/db/database'
import { findActiveApplication, type ActiveApplication } from '../oauth/active-application'
import { parameterOf, queryParameters } from '../oauth/query-parameters'
import { isAuthorizationRequest } from './authorize-path'

/** The application that made the authorization request `path`; null for any other path and an unknown application. */
export async function requestingApplication(
  deps: { db: Database },
  path: string,
): Promise<ActiveApplication | null> {
  if (!isAuthorizationRequest(path)) return null
  const clientId = parameterOf(queryParameters(path), 'client_id')
  return clientId === null ? null : findActiveApplication(deps, { clientId })
}
