import type { Database } from '@pas/db/database'
import { findActiveApplication, type ActiveApplication } from '../oauth/active-application'
import { parameterOf, queryParameters } from '../oauth/query-parameters'
import { isAuthorizationRequest } from './authorize-path'

/** Resolves to null for a path that is no authorization request, and for an unknown application. */
export async function requestingApplication(
  deps: { db: Database },
  path: string,
): Promise<ActiveApplication | null> {
  if (!isAuthorizationRequest(path)) return null
  const clientId = parameterOf(queryParameters(path), 'client_id')
  return clientId === null ? null : findActiveApplication(deps, { clientId })
}
