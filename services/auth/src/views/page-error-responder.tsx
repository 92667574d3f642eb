import { isDatabaseUnavailable } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { requestIdOf, translateExpressError } from '@pas/runtime/http/error-responder'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler } from 'express'
import { sendPage } from './page'

/** The one place where a refusal becomes a page. */
export function pageErrorResponder(logger: Logger): ErrorRequestHandler {
  return (error: unknown, _req, res, next) => {
    const refusal = toRefusal(error)
    const requestId = requestIdOf(res.locals)
    if (refusal.status >= 500)
      logger.error({ requestId, code: refusal.code, err: refusal.cause ?? refusal }, 'request failed')
    if (res.headersSent) {
      next(error)
      return
    }
    for (const [name, value] of Object.entries(refusal.headers)) res.setHeader(name, value)
    sendPage(
      res,
      { title: refusal.title, status: refusal.status },
      <section className="card">
        <h1>{refusal.title}</h1>
        <p>{refusal.publicText}</p>
        <p className="hint">Request {requestId}</p>
      </section>,
    )
  }
}

function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    return new ApiError('unavailable', 'The database is away; try again shortly.', {
      cause: error,
      headers: { 'Retry-After': '5' },
    })
  }
  return (
    translateExpressError(error) ??
    new ApiError('internal', 'Something went wrong on our side.', { cause: error })
  )
}
