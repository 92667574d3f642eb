import { isDatabaseUnavailable } from '@pas/db/database'
import { ApiError } from '@pas/runtime/errors'
import { translateExpressError } from '@pas/runtime/http/error-responder'
import { requestRefused } from '@pas/runtime/http/events'
import { isHungUp } from '@pas/runtime/http/hung-up'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler } from 'express'
import { ThrottleUnavailableError } from '../throttle/open-throttle'
import { sendPage } from './page'
import { pageHeaders } from '@pas/pages/page-headers'

/** Answers errors of the pages with an HTML page. The only place that does so. */
export function pageErrorResponder(logger: Logger): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (isHungUp(res)) return
    const refusal = toRefusal(error)
    requestRefused(refusal.code)
    const { requestId } = res.locals
    if (refusal.status >= 500)
      logger.error({ requestId, code: refusal.code, err: refusal.cause ?? refusal }, 'request failed')
    if (res.headersSent) {
      next(error)
      return
    }
    for (const [name, value] of Object.entries(refusal.headers)) res.setHeader(name, value)
    // Some requests, such as those over plain HTTP, are refused before the pages' headers are set.
    pageHeaders(req, res, () => {
      sendPage(
        res,
        { title: refusal.title, status: refusal.status, narrow: true },
        <section className="card">
          <h1>{refusal.title}</h1>
          <p>{refusal.publicText}</p>
          <p>
            <a href="/settings/clients">Go to your settings</a>
          </p>
          <p className="hint">Request {requestId}</p>
        </section>,
      )
    })
  }
}

function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    return new ApiError(
      'unavailable',
      'The service cannot reach its database for the moment. Try again in a few seconds.',
      { cause: error, headers: { 'Retry-After': '5' } },
    )
  }
  if (error instanceof ThrottleUnavailableError) {
    return new ApiError(
      'unavailable',
      'Nobody can sign in for the moment because failed attempts cannot be counted. Try again in a few seconds.',
      { cause: error, headers: { 'Retry-After': '5' } },
    )
  }
  return (
    translateExpressError(error) ??
    new ApiError('internal', 'Something went wrong on our side. Try again in a few minutes.', {
      cause: error,
    })
  )
}
