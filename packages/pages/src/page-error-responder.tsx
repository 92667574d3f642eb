import { ApiError, type ApiErrorCode } from '@pas/runtime/errors'
import { internalError, translateExpressError } from '@pas/runtime/http/error-responder'
import { requestRefused } from '@pas/runtime/http/events'
import { isHungUp } from '@pas/runtime/http/hung-up'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler, Request, RequestHandler, Response } from 'express'
import type { ReactNode } from 'react'
import { errorTexts } from './error-texts'
import { languageOf, type Language } from './languages'
import { PageError } from './page-error'

export interface PageErrorOptions {
  logger: Logger
  /** For requests that are refused before a route has set these headers. */
  pageHeaders: RequestHandler
  /** Null for an error that is no refusal of a store or another service. */
  translate: (error: unknown) => ApiError | null
  sendPage: (
    res: Response,
    page: { title: string; status: number; narrow: boolean },
    content: ReactNode,
  ) => void
  /** Where the reader can begin again; null for nowhere. */
  wayOutOf: (
    req: Request,
    code: ApiErrorCode,
  ) => { path: string; label: (language: Language) => string } | null
}

/**
 * The text of an `ApiError` that is no `PageError` is for developers: the page shows the text of its code. Logs errors
 * with a status of 500 or more.
 */
export function createPageErrorResponder({
  logger,
  pageHeaders,
  translate,
  sendPage,
  wayOutOf,
}: PageErrorOptions): ErrorRequestHandler {
  return (error: unknown, req, res, next) => {
    if (isHungUp(res)) return
    const refusal = toRefusal(error, translate)
    requestRefused(refusal.code)
    const { requestId } = res.locals
    if (refusal.status >= 500)
      logger.error({ requestId, code: refusal.code, err: refusal.cause ?? refusal }, 'request failed')
    if (res.headersSent) {
      next(error)
      return
    }
    for (const [name, value] of Object.entries(refusal.headers)) res.setHeader(name, value)
    const headers: RequestHandler = res.hasHeader('Content-Security-Policy') ? noHeaders : pageHeaders
    headers(req, res, () => {
      const language = languageOf(req)
      const texts = errorTexts[language]
      const { title, text } = textsOfCode(language, refusal.code)
      const wayOut = wayOutOf(req, refusal.code)
      sendPage(
        res,
        { title, status: refusal.status, narrow: true },
        <section className="card">
          <h1>{title}</h1>
          <p>{refusal instanceof PageError ? refusal.textIn(language) : text}</p>
          {wayOut && (
            <p>
              <a className="button secondary" href={wayOut.path}>
                {wayOut.label(language)}
              </a>
            </p>
          )}
          <p className="hint">{texts.requestId({ requestId })}</p>
        </section>,
      )
    })
  }
}

/** The route has set the headers already, perhaps stricter ones. */
const noHeaders: RequestHandler = (_req, _res, next) => {
  next()
}

export const databaseAway = (cause: unknown): PageError =>
  new PageError('unavailable', (language) => errorTexts[language].databaseAway, {
    cause,
    headers: { 'Retry-After': '5' },
  })

function textsOfCode(language: Language, code: ApiErrorCode): { title: string; text: string } {
  const { byCode } = errorTexts[language]
  return code in byCode ? byCode[code as keyof typeof byCode] : byCode.internal
}

function toRefusal(error: unknown, translate: PageErrorOptions['translate']): ApiError {
  if (error instanceof ApiError) return error
  return translate(error) ?? translateExpressError(error) ?? internalError(error)
}
