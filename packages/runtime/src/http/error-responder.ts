import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import { ApiError } from '../errors'
import type { Logger } from '../logger'
import type { ErrorBody } from './error-body'
import { requestRefused } from './events'
import { isHungUp } from './hung-up'

export const refuseUnknownPath: RequestHandler = () => {
  throw new ApiError('not_found', 'There is nothing at this path.')
}

/** Answers 405 with `Allow` (RFC 9110 §15.5.6). Mount it with `.all`, after the handlers of `allowed`. */
export function refuseOtherMethods(...allowed: string[]): RequestHandler {
  const allow = allowed.join(', ')
  return (req) => {
    throw new ApiError('method_not_allowed', `${req.method} is not offered here, only ${allow}.`, {
      headers: { Allow: allow },
    })
  }
}

/**
 * Answers errors with `errorBody`, never cached. `translate` may return null: then 500. `locationInstead` may return an
 * absolute URL to redirect to (302); `thrown` is the untranslated error. `idsOf`: for the log line of a 5xx.
 */
export function errorResponder(
  logger: Logger,
  translate: (error: unknown) => ApiError | null,
  locationInstead: (error: ApiError, thrown: unknown, req: Request) => string | null = () => null,
  idsOf: (req: Request, res: Response) => object = () => ({}),
): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (isHungUp(res)) return
    const apiError = error instanceof ApiError ? error : (translate(error) ?? internalError(error))
    const { requestId } = res.locals
    requestRefused(apiError.code)
    if (apiError.status >= 500) {
      const { code, cause = apiError } = apiError
      logger.error({ requestId, ...idsOf(req, res), code, err: cause }, 'request failed')
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
      code: apiError.code,
      description: apiError.publicText,
      ...(apiError.errors.length > 0 && { errors: [...apiError.errors] }),
      request_id: requestId,
    } satisfies ErrorBody)
  }
}

export function internalError(cause: unknown): ApiError {
  return new ApiError('internal', 'Something went wrong on our side.', { cause })
}

/** Returns null for errors that no caller can cause. */
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
