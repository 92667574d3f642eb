import { isDatabaseUnavailable } from '@pas/db/database'
import { languageOf, type Language } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { pageHeaders } from '@pas/pages/page-headers'
import { ApiError, type ApiErrorCode } from '@pas/runtime/errors'
import { internalError, translateExpressError } from '@pas/runtime/http/error-responder'
import { requestRefused } from '@pas/runtime/http/events'
import { isHungUp } from '@pas/runtime/http/hung-up'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler } from 'express'
import { ThrottleUnavailableError } from '../throttle/open-throttle'
import { errorTexts } from './error-texts'
import { sendPage } from './page'

/**
 * Answers errors of the pages with an HTML page. The only place that does so. The text of an `ApiError` that is no
 * `PageError` is for developers, so the page has the text of its code instead.
 */
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
      const language = languageOf(req)
      const texts = errorTexts[language]
      const { title, text } = textsOfCode(language, refusal.code)
      sendPage(
        res,
        { title, status: refusal.status, narrow: true },
        <section className="card">
          <h1>{title}</h1>
          <p>{refusal instanceof PageError ? refusal.textIn(language) : text}</p>
          <p>
            <a className="button secondary" href="/settings/clients">
              {texts.toSettings}
            </a>
          </p>
          <p className="hint">{texts.requestId({ requestId })}</p>
        </section>,
      )
    })
  }
}

function textsOfCode(language: Language, code: ApiErrorCode): { title: string; text: string } {
  const { byCode } = errorTexts[language]
  return code in byCode ? byCode[code as keyof typeof byCode] : byCode.internal
}

function toRefusal(error: unknown): ApiError {
  if (error instanceof ApiError) return error
  if (isDatabaseUnavailable(error)) {
    return new PageError('unavailable', (language) => errorTexts[language].databaseAway, {
      cause: error,
      headers: { 'Retry-After': '5' },
    })
  }
  if (error instanceof ThrottleUnavailableError) {
    return new PageError('unavailable', (language) => errorTexts[language].signInAway, {
      cause: error,
      headers: { 'Retry-After': '5' },
    })
  }
  return translateExpressError(error) ?? internalError(error)
}
