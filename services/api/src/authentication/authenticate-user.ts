import type { FoundAccessToken } from '@pas/accounts/find-access-token'
import { ApiError } from '@pas/runtime/errors'
import type { RequestHandler } from 'express'
import type { AuthenticationDeps } from './authenticate'
import { readAuthorizationHeader } from './authorization-header'
import { bearerChallenge, requireAccessToken } from './bearer-token'

/**
 * Authenticates a request to the user API, by bearer token only (docs/contract.md §3). Puts the token's user into
 * `res.locals`.
 */
export function authenticateUser(deps: AuthenticationDeps): RequestHandler {
  return async (req, res, next) => {
    const header = readAuthorizationHeader(req.rawHeaders)
    if (header?.scheme !== 'bearer') {
      throw new ApiError('unauthenticated', 'Send the access token: Authorization: Bearer <ACCESS_TOKEN>.', {
        headers: { 'WWW-Authenticate': bearerChallenge() },
      })
    }
    const { user } = await requireAccessToken(deps, header.credentials, {
      ip: req.ip ?? '',
      otherChallenges: [],
    })
    res.locals.user = user
    next()
  }
}

/** The user that `authenticateUser` put into `res.locals`. */
export const userOf = (locals: Record<string, unknown>): FoundAccessToken['user'] =>
  locals.user as FoundAccessToken['user']
