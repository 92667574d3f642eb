import { isDatabaseUnavailable } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { translateExpressError } from '@pas/runtime/http/error-responder'
import { requestRefused } from '@pas/runtime/http/events'
import { isHungUp } from '@pas/runtime/http/hung-up'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler, Response } from 'express'
import { callbackLocation } from './callback-location'

/** Statuses of RFC 6749 §5.2, and of §4.1.2.1's codes where they are answered and not redirected. */
const statusByCode = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  invalid_scope: 400,
  unsupported_grant_type: 400,
  unsupported_response_type: 400,
  access_denied: 403,
  server_error: 500,
  temporarily_unavailable: 503,
} as const

export type OAuthErrorCode = keyof typeof statusByCode

export interface OAuthErrorOptions extends ErrorOptions {
  /** Instead of the code's usual status. */
  status?: number
  headers?: Readonly<Record<string, string>>
}

/** A refusal in OAuth's words. The description is for the application's developer and holds nothing that was sent. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    readonly code: OAuthErrorCode,
    readonly description: string | null,
    { status, headers = {}, ...options }: OAuthErrorOptions = {},
  ) {
    super(description ?? code, options)
    this.status = status ?? statusByCode[code]
    this.headers = headers
  }
}

/** Where the answer to an authorization request goes, once application and URI are known to be right. */
export interface CallbackTarget {
  callbackUri: string
  /** As sent; null when it was left out. */
  state: string | null
}

/** RFC 6749 §4.1.2.1: tells the application at its callback URI. */
export function redirectOAuthError(
  res: Response,
  status: 302 | 303,
  { callbackUri, state }: CallbackTarget,
  { code, description }: OAuthError,
): void {
  const location = callbackLocation(callbackUri, { error: code, error_description: description, state })
  res.status(status).set({ Location: location, 'Cache-Control': 'no-store' }).end()
}

/** RFC 6749 §5.2: the one place where an error of the token and revocation endpoints becomes bytes. */
export function oauthErrorResponder(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    if (isHungUp(res)) return
    const refusal = toOAuthError(error)
    requestRefused(refusal.code)
    if (refusal.status >= 500) {
      const { requestId } = res.locals
      logger.error({ requestId, code: refusal.code, err: refusal.cause ?? refusal }, 'request failed')
    }
    if (res.headersSent) {
      next(error)
      return
    }
    res
      .status(refusal.status)
      .set({ ...refusal.headers, 'Cache-Control': 'no-store', Pragma: 'no-cache' })
      .json({
        error: refusal.code,
        ...(refusal.description !== null && { error_description: refusal.description }),
      })
  }
}

/** What any error is to the application: a refusal as it stands, a store that is away, a body that cannot be read, or `server_error`. */
export function toOAuthError(error: unknown): OAuthError {
  if (error instanceof OAuthError) return error
  if (isDatabaseUnavailable(error)) {
    return new OAuthError('temporarily_unavailable', 'The database is away; try again shortly.', {
      cause: error,
      headers: { 'Retry-After': '5' },
    })
  }
  const unreadable = error instanceof ApiError ? error : translateExpressError(error)
  if (unreadable) {
    // RFC 6749 §5.2 knows one status for what cannot be read; only a body that is too large keeps its own.
    const status = unreadable.status === 413 ? 413 : 400
    return new OAuthError('invalid_request', unreadable.publicText, { status, cause: error })
  }
  return new OAuthError('server_error', null, { cause: error })
}
