import { isDatabaseUnavailable } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { translateExpressError } from '@pas/runtime/http/error-responder'
import { requestRefused } from '@pas/runtime/http/events'
import { isHungUp } from '@pas/runtime/http/hung-up'
import { oauthDescription } from '@pas/runtime/http/oauth-description'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler, Response } from 'express'
import { callbackLocation } from './callback-location'

/** RFC 6749 §5.2 and §4.1.2.1, for answers that are not redirects. */
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

type OAuthErrorCode = keyof typeof statusByCode

/** The description, for developers, never repeats what was sent. */
export class OAuthError extends Error {
  override name = 'OAuthError'
  readonly description: string | null
  readonly status: number
  readonly headers: Readonly<Record<string, string>>

  constructor(
    readonly code: OAuthErrorCode,
    description: string | null,
    {
      status,
      headers = {},
      ...options
    }: ErrorOptions & { status?: number; headers?: Readonly<Record<string, string>> } = {},
  ) {
    super(description ?? code, options)
    this.description = description === null ? null : oauthDescription(description)
    this.status = status ?? statusByCode[code]
    this.headers = headers
  }
}

export interface CallbackTarget {
  callbackUri: string
  state: string | null
}

/** RFC 6749 §4.1.2.1. */
export function redirectOAuthError(
  res: Response,
  status: 302 | 303,
  { callbackUri, state }: CallbackTarget,
  { code, description }: OAuthError,
): void {
  const location = callbackLocation(callbackUri, { error: code, error_description: description, state })
  res.status(status).set({ Location: location, 'Cache-Control': 'no-store' }).end()
}

/** RFC 6749 §5.2, for the token and revocation endpoints. */
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

export const tooManyRequests = (reason: string, waitSeconds: number): OAuthError =>
  new OAuthError('temporarily_unavailable', `${reason}; try again in ${waitSeconds} seconds.`, {
    status: 429,
    headers: { 'Retry-After': String(waitSeconds) },
  })

/** Refusals, a database away and an unreadable body have their codes; anything else is `server_error`. */
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
    // RFC 6749 §5.2 has one status, 400, for an unreadable request; only a body that is too large keeps its own, 413.
    const status = unreadable.status === 413 ? 413 : 400
    return new OAuthError('invalid_request', unreadable.publicText, { status, cause: error })
  }
  return new OAuthError('server_error', null, { cause: error })
}
