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

/** What the error pages of a service need. */
export interface PageErrorOptions {
  logger: Logger
  /** The headers of the service's pages. Some requests, such as those over plain HTTP, are refused before they are set. */
  pageHeaders: RequestHandler
  /** Turns errors of stores and other services into a refusal; null for others. */
  translate: (error: unknown) => ApiError | null
  /** The service's own frame. */
  sendPage: (
    res: Response,
    page: { title: string; status: number; narrow: boolean },
    content: ReactNode,
  ) => void
  /** Where the reader who was refused this page can begin again; null for one who has no other page. */
  wayOutOf: (
    req: Request,
    code: ApiErrorCode,
  ) => { path: string; label: (language: Language) => string } | null
}

/**
 * Answers errors of the pages with an HTML page. The only place that does so. The text of an `ApiError` that is no
 * `PageError` is for developers, so the page has the text of its code instead.
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

/** The route has set them, and perhaps stricter ones. */
const noHeaders: RequestHandler = (_req, _res, next) => {
  next()
}

/** A page that says that the service's database is away; the reason goes into `cause`. */
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
