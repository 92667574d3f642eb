import { isDatabaseUnavailable } from '@pas/db/database'
import { PageError } from '@pas/pages/page-error'
import { createPageErrorResponder, databaseAway } from '@pas/pages/page-error-responder'
import type { ApiError } from '@pas/runtime/errors'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { ThrottleUnavailableError } from '../throttle/open-throttle'
import { sendPage } from './page'
import { wayOutTexts } from './way-out-texts'

/** Answers errors with an HTML page of this service. `pageHeaders` sets the headers that its pages have. */
export const pageErrorResponder = (logger: Logger, pageHeaders: RequestHandler): ErrorRequestHandler =>
  createPageErrorResponder({
    logger,
    pageHeaders,
    translate,
    sendPage,
    wayOutOf: () => ({
      path: '/settings/clients',
      label: (language) => wayOutTexts[language].toSettings,
    }),
  })

function translate(error: unknown): ApiError | null {
  if (isDatabaseUnavailable(error)) return databaseAway(error)
  if (error instanceof ThrottleUnavailableError) {
    return new PageError('unavailable', (language) => wayOutTexts[language].signInAway, {
      cause: error,
      headers: { 'Retry-After': '5' },
    })
  }
  return null
}
