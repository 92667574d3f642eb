import type { ErrorRequestHandler, Request, RequestHandler } from 'express'
import { ApiError } from '../errors'
import type { Logger } from '../logger'
import type { ErrorBody } from './error-body'
import { requestRefused } from './events'
import { isHungUp } from './hung-up'

/** For paths nobody serves. */
export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'There is nothing at this path.')
}

/** For the methods a path does not have: 405 with `Allow` (RFC 9110 §15.5.6). Mount with `.all` after the ones it has. */
export function refuseOtherMethods(...allowed: string[]): RequestHandler {
  const allow = allowed.join(', ')
  return (req) => {
    throw new ApiError('method_not_allowed', `${req.method} is not offered here; ${allow} is.`, {
      headers: { Allow: allow },
    })
  }
}

/**
 * The one place where an API error becomes bytes: `{"status","title","description","request_id"}` (docs/contract.md §4), never cached.
 * `translate` turns what libraries and stores throw into an `ApiError`; whatever it does not know is a 500 without text.
 * `locationInstead` may name an absolute URL that the caller is redirected to (302) instead of being told; `thrown` is the error before
 * it was translated. Who hung up is refused nothing.
 */
export function errorResponder(
  logger: Logger,
  translate: (error: unknown) => ApiError | null,
  locationInstead: (error: ApiError, thrown: unknown, req: Request) => string | null = () => null,
): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (isHungUp(res)) return
    const apiError = error instanceof ApiError ? error : (translate(error) ?? internalError(error))
    const { requestId } = res.locals
    requestRefused(apiError.code)
    if (apiError.status >= 500) {
      logger.error({ requestId, code: apiError.code, err: apiError.cause ?? apiError }, 'request failed')
    }
    if (res.headersSent) {
      next(error)
      return
    }
    res.setHeader('Cache-Control', 'no-store')
    const location = locationInstead(apiError, error, req)
    if (location !== null) {
      res.status(302).setHeader('Location', location).end()
      return
    }
    for (const [name, value] of Object.entries(apiError.headers)) res.setHeader(name, value)
    res.status(apiError.status).json({
      status: apiError.status,
      title: apiError.title,
      description: apiError.publicText,
      request_id: requestId,
    } satisfies ErrorBody)
  }
}

/** The 500 for an unexpected error, which is its cause. */
export function internalError(cause: unknown): ApiError {
  return new ApiError('internal', 'Something went wrong on our side.', { cause })
}

/** Express's own body parsers, files and router throw errors that carry a status; these are the ones a caller can cause. */
export function translateExpressError(error: unknown): ApiError | null {
  if (!(error instanceof Error) || !('status' in error)) return null
  const options = { cause: error }
  switch (error.status) {
    case 400:
      return new ApiError(
        'invalid_request',
        'The request could not be read: is the body well-formed JSON, and the path well encoded?',
        options,
      )
    case 412:
      return new ApiError(
        'precondition_failed',
        'This is not the version that If-Match or If-Unmodified-Since asks for; ask without them.',
        options,
      )
    case 413:
      return new ApiError('payload_too_large', 'The body is larger than this endpoint takes.', options)
    case 415:
      return new ApiError(
        'unsupported_media_type',
        'The body has a charset or encoding that this endpoint does not take.',
        options,
      )
    case 416:
      return new ApiError(
        'range_not_satisfiable',
        'There is nothing in the Range that was asked for; ask without it.',
        options,
      )
    default:
      return null
  }
}
