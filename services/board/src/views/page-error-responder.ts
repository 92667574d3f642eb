import { isDatabaseUnavailable } from '@pas/db/database'
import { errorTexts } from '@pas/pages/error-texts'
import { StaleFormError } from '@pas/pages/form-protection'
import { PageError } from '@pas/pages/page-error'
import {
  createPageErrorResponder,
  databaseAway,
  type PageErrorOptions,
} from '@pas/pages/page-error-responder'
import type { ApiError, ApiErrorCode } from '@pas/runtime/errors'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { ApiAnswerError } from '../api/api-answer-error'
import { leadToSignIn } from '../sessions/lead-to-sign-in'
import { SignedOutError } from '../api/signed-out-error'
import { ApplicationRefusedError, AuthUnavailableError } from '../oauth/authorization-server'
import { sendPage } from './page'
import { pageTexts } from './page-texts'

export function pageErrorResponder(
  logger: Logger,
  { pageHeaders, boardUrl }: { pageHeaders: RequestHandler; boardUrl: string },
): ErrorRequestHandler[] {
  return [
    (error: unknown, req, res, next) => {
      // A stale form without a session is one whose session has ended since the page was sent.
      const hasSessionEnded =
        error instanceof SignedOutError || (error instanceof StaleFormError && !res.locals.signedIn)
      if (hasSessionEnded && !res.headersSent) leadToSignIn(req, res, boardUrl)
      else next(error)
    },
    createPageErrorResponder({
      logger,
      pageHeaders,
      translate,
      sendPage,
      wayOutOf,
    }),
  ]
}

/**
 * The reader of a share link may have no account. An error page leads them to what the link shows, if they asked for
 * something that it does not show.
 */
const wayOutOf: PageErrorOptions['wayOutOf'] = ({ path }, code) => {
  if (!path.toLowerCase().startsWith('/s/'))
    return { path: '/', label: (language) => pageTexts[language].toEmails }
  if (code !== 'invalid_request' && code !== 'forbidden') return null
  return { path, label: (language) => pageTexts[language].toShared }
}

function translate(error: unknown): ApiError | null {
  if (isDatabaseUnavailable(error)) return databaseAway(error)
  // No Retry-After: waiting does not help, only the operator can mend this.
  if (error instanceof ApplicationRefusedError)
    return new PageError('unavailable', (language) => pageTexts[language].notAccepted, { cause: error })
  if (error instanceof AuthUnavailableError) {
    return new PageError('unavailable', (language) => pageTexts[language].authAway, {
      cause: error,
      headers: { 'Retry-After': '5' },
    })
  }
  if (!(error instanceof ApiAnswerError)) return null
  const retryAfter = error.retryAfterSeconds !== null && { 'Retry-After': String(error.retryAfterSeconds) }
  const options = { cause: error, headers: { ...retryAfter } }
  const code = pageCodes[error.status]
  if (code) return new PageError(code, (language) => errorTexts[language].byCode[code].text, options)
  // Any other refusal is a fault of the board, and is answered as an internal error.
  if (error.status < 502) return null
  return new PageError('unavailable', (language) => pageTexts[language].apiAway, {
    ...options,
    headers: { 'Retry-After': '5', ...retryAfter },
  })
}

/** By the API's status. The page shows the general text of the code. */
const pageCodes: Readonly<Partial<Record<number, ApiErrorCode & keyof (typeof errorTexts)['en']['byCode']>>> =
  {
    400: 'invalid_request',
    403: 'forbidden',
    404: 'not_found',
    410: 'link_expired',
    413: 'payload_too_large',
    429: 'too_many_requests',
  }
