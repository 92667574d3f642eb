import { findApiKey, noteApiKeyUse } from '@pas/accounts/find-api-key'
import { secretPrefixes } from '@pas/accounts/secrets'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { asCaller } from '@pas/runtime/caller'
import { ApiError, invalidField } from '@pas/runtime/errors'
import type { Request, RequestHandler, Response } from 'express'
import { bearerChallenge, realm, requireAccessToken } from './bearer-token'
import type { SecurityTrail } from './security-trail'

export interface Principal {
  accountId: number
  /** Null for an account's own API key. */
  oauthApplicationId: number | null
  userId: number | null
}

export interface AuthenticatedCaller {
  principal: Principal
  /** `api_key:<prefix>` or `user:<id>`. */
  auditActor: string
}

declare global {
  namespace Express {
    interface Locals {
      caller?: AuthenticatedCaller
    }
  }
}

export interface AuthenticationDeps extends DatabaseDeps {
  securityTrail: SecurityTrail
}

/** docs/contract.md §4.2: an API key by HTTP Basic, or a bearer token. */
export function authenticate(deps: AuthenticationDeps): RequestHandler {
  return async (req, res, next) => {
    const caller = await identifyCaller(deps, req)
    res.locals.caller = caller
    asCaller(caller.principal.accountId, next)
  }
}

/** A request without an `Authorization` header passes. A wrong credential is refused, not treated as none. */
export function authenticateIfSent(deps: AuthenticationDeps): RequestHandler {
  const authenticated = authenticate(deps)
  return (req, res, next) => (hasAuthorizationHeader(req.rawHeaders) ? authenticated(req, res, next) : next())
}

export function callerOf(res: Response): AuthenticatedCaller {
  const { caller } = res.locals
  if (!caller) throw new Error('this route is not behind authenticate')
  return caller
}

export interface EmailCaller {
  accountId: number | null
  ip: string | undefined
}

/** The route must be behind `authenticateIfSent`. */
export const emailCallerOf = (res: Response): EmailCaller => ({
  accountId: res.locals.caller?.principal.accountId ?? null,
  ip: res.req.ip,
})

/** Another account's credential gives no right to the email. */
export const isOwner = (caller: EmailCaller, email: { accountId: number }): boolean =>
  caller.accountId === email.accountId

export const credentialCheckMs = 60_000

/** Checks the credential again during a long answer. False without one, and while the database cannot be asked. */
export async function isCredentialRefused(deps: AuthenticationDeps, req: Request): Promise<boolean> {
  if (!hasAuthorizationHeader(req.rawHeaders)) return false
  return identifyCaller(deps, req).then(
    () => false,
    (error: unknown) => error instanceof ApiError,
  )
}

async function identifyCaller(deps: AuthenticationDeps, req: Request): Promise<AuthenticatedCaller> {
  const header = readAuthorizationHeader(req.rawHeaders)
  const ip = req.ip ?? ''
  if (header?.scheme === 'basic') return identifyByApiKey(deps, header.credentials, ip)
  if (header?.scheme === 'bearer') {
    const { user, oauthApplication } = await requireAccessToken(deps, header.credentials, {
      ip,
      otherChallenges: [basicChallenge],
    })
    return {
      principal: { accountId: user.accountId, oauthApplicationId: oauthApplication.id, userId: user.id },
      auditActor: `user:${user.id}`,
    }
  }
  throw unauthenticated(
    'Authenticate with HTTP Basic, the API key as user name and an empty password, or with a bearer token.',
  )
}

async function identifyByApiKey(
  deps: AuthenticationDeps,
  credentials: string,
  ip: string,
): Promise<AuthenticatedCaller> {
  const userName = readUserName(credentials)
  if (userName.startsWith(secretPrefixes.accessToken))
    throw unauthenticated(
      'An access token is no API key. Send it as a bearer token: Authorization: Bearer <ACCESS_TOKEN>.',
    )
  const { onlyMail, ...caller } = await requireApiKey(deps, userName, ip)
  if (onlyMail)
    throw unauthenticated('This API key sends mail in by SMTP and does nothing else: use another key here.')
  return caller
}

/** Throws an `ApiError`: `unauthenticated` or `inactive_account`. */
export async function requireApiKey(
  { db, clock, securityTrail }: AuthenticationDeps,
  sent: string,
  ip: string,
): Promise<AuthenticatedCaller & { onlyMail: boolean }> {
  const apiKey = await findApiKey({ db }, sent)
  if (!apiKey) throw unauthenticated('The API key is unknown or was revoked.')
  const { prefix, accountId, oauthApplication, onlyMail, status } = apiKey
  const action = status === 'active' ? 'api_key.use' : 'api_key.refuse'
  const auditActor = `api_key:${prefix}`
  const event = { actor: auditActor, action, target: `account:${accountId}`, ip }
  const isNoted = securityTrail.note(status === 'active' ? event : { ...event, details: { why: status } })
  if (status === 'revoked') throw unauthenticated('The API key is unknown or was revoked.')
  if (status !== 'active')
    throw new ApiError(
      'inactive_account',
      'The account, the application or the user of this API key is inactive.',
    )
  // Not awaited: the page that shows it is right to the hour, and a request does not wait for it.
  if (isNoted) void noteApiKeyUse({ db, clock }, prefix).catch(() => undefined)
  const oauthApplicationId = oauthApplication?.id ?? null
  return { principal: { accountId, oauthApplicationId, userId: null }, auditActor, onlyMail }
}

function readUserName(credentials: string): string {
  const [, userName, password] =
    /^([^:]*)(?::(.*))?$/s.exec(Buffer.from(credentials, 'base64').toString('utf8')) ?? []
  if (!userName || password)
    throw unauthenticated('With HTTP Basic the API key is the user name and the password is empty.')
  return userName
}

/** RFC 7617. A 401 has a challenge for each scheme (RFC 9110 §11.6.1). */
const basicChallenge = `Basic realm="${realm}", charset="UTF-8"`

function unauthenticated(publicText: string): ApiError {
  return new ApiError('unauthenticated', publicText, {
    headers: { 'WWW-Authenticate': [basicChallenge, bearerChallenge()] },
  })
}

interface AuthorizationHeader {
  /** Lower case: schemes are case-insensitive (RFC 9110 §11.1). */
  scheme: string
  credentials: string
}

/** Null unless it is a scheme and one word. Throws 400 for two headers: a proxy in front may have checked only one. */
export function readAuthorizationHeader(rawHeaders: readonly string[]): AuthorizationHeader | null {
  const values = authorizationHeaders(rawHeaders)
  if (values.length > 1) throw invalidField('Send one Authorization header.', { field: 'Authorization' })
  const [scheme, credentials, ...others] = (values[0] ?? '').trim().split(/ +/)
  if (!scheme || !credentials || others.length > 0) return null
  return { scheme: scheme.toLowerCase(), credentials }
}

const hasAuthorizationHeader = (rawHeaders: readonly string[]): boolean =>
  authorizationHeaders(rawHeaders).length > 0

// `rawHeaders` alternates names and values.
const authorizationHeaders = (rawHeaders: readonly string[]): string[] =>
  rawHeaders.filter(
    (_value, index) => index % 2 === 1 && rawHeaders[index - 1]?.toLowerCase() === 'authorization',
  )
