import { findApiKey } from '@pas/accounts/find-api-key'
import type { Database } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import type { RequestHandler } from 'express'

/** Whose account a request acts for, and through which application. */
export interface Principal {
  accountId: number
  oauthApplicationId: number | null
  /** The user a bearer token speaks for. */
  userId: number | null
}

/** Contract §4: a 401 names both schemes (RFC 9110 §11.6.1); Bearer's in the shape of contract §4. */
const challenges = ['Basic realm="instant", charset="UTF-8"', 'Bearer realm="instant"']

/** RFC 7617: an API key as user name, an empty password. Puts the `Principal` into `res.locals.principal`. */
export function authenticate({ db }: { db: Database }): RequestHandler {
  return async (req, res, next) => {
    const apiKey = await findApiKey({ db }, readBasicUserName(req.rawHeaders))
    if (!apiKey || apiKey.status === 'revoked')
      throw unauthenticated('The API key is unknown or was revoked.')
    if (apiKey.status !== 'active') {
      throw new ApiError('inactive_account', 'The account or the application of this API key is inactive.')
    }
    const principal: Principal = {
      accountId: apiKey.accountId,
      oauthApplicationId: apiKey.oauthApplication?.id ?? null,
      userId: null,
    }
    res.locals.principal = principal
    next()
  }
}

/** The principal that `authenticate` found. */
export const principalOf = (locals: Record<string, unknown>): Principal => locals.principal as Principal

function readBasicUserName(rawHeaders: readonly string[]): string {
  const values = rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  )
  if (values.length > 1) throw new ApiError('invalid_request', 'Send one Authorization header.')
  const [scheme, credentials, ...rest] = (values[0] ?? '').split(/ +/)
  if (scheme?.toLowerCase() !== 'basic' || !credentials || rest.length > 0)
    throw unauthenticated('Authenticate with HTTP Basic: the API key as user name, an empty password.')
  const [, userName, password] =
    /^([^:]*):?(.*)$/s.exec(Buffer.from(credentials, 'base64').toString('utf8')) ?? []
  if (!userName || password)
    throw unauthenticated('With HTTP Basic the API key is the user name and the password is empty.')
  return userName
}

function unauthenticated(publicText: string): ApiError {
  return new ApiError('unauthenticated', publicText, { headers: { 'WWW-Authenticate': challenges } })
}
