import type { FoundAccessToken } from '@pas/accounts/find-access-token'
import { asCaller } from '@pas/runtime/caller'
import { ApiError } from '@pas/runtime/errors'
import type { RequestHandler, Response } from 'express'
import { readAuthorizationHeader, type AuthenticationDeps } from './authenticate'
import { bearerChallenge, requireAccessToken } from './bearer-token'

declare global {
  namespace Express {
    interface Locals {
      tokenUser?: FoundAccessToken['user']
    }
  }
}

/** Takes bearer tokens only (docs/contract.md §3). */
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
    res.locals.tokenUser = user
    asCaller(user.accountId, next)
  }
}

export function tokenUserOf(res: Response): FoundAccessToken['user'] {
  const { tokenUser } = res.locals
  if (!tokenUser) throw new Error('this route is not behind authenticateUser')
  return tokenUser
}
