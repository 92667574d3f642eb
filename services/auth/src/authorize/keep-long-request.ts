import type { DatabaseDeps } from '@pas/db/row-deps'
import { ApiError } from '@pas/runtime/errors'
import type { Request } from 'express'
import { fitsLocation, shortPath } from '../login/return-to'
import { continuePath } from './authorize-path'
import { assertRegistered } from './assert-registered'
import { OAuthError } from '../oauth/errors'
import { isAuthorizationRequest, readQueryParameters } from '../oauth/query-parameters'
import { sessionCookie } from '../sessions/session-store'
import { readAuthorizationRequest } from './read-authorization-request'
import { keepAuthorizationRequest } from './authorization-requests'

/**
 * Resolves to the path that a user comes to after signing in. An authorization request that is too long for a
 * `Location` is stored for this session, and continued from `continuePath`. Any other path that long becomes `home`.
 */
export async function keepLongRequest(deps: DatabaseDeps, req: Request, path: string): Promise<string> {
  if (!isAuthorizationRequest(path)) return shortPath(path)
  if (fitsLocation(path)) return path
  try {
    const parameters = readQueryParameters(path)
    const { application } = await assertRegistered(deps, parameters)
    const session = sessionCookie.sessionOf(req)
    if (!session) return path
    const parties = { sessionId: session.id, userId: session.userId, applicationId: application.id }
    const requestId = await keepAuthorizationRequest(deps, parties, readAuthorizationRequest(parameters))
    return requestId === null ? path : `${continuePath}?request=${requestId}`
  } catch (error) {
    // The request was valid when the sign-in page was sent. The authorize endpoint shows what has become wrong since.
    if (error instanceof OAuthError || error instanceof ApiError) return path
    throw error
  }
}
