import { isDatabaseUnavailable } from '@pas/db/database'
import type { Texts } from '@pas/pages/languages'
import { PageError } from '@pas/pages/page-error'
import { createPageErrorResponder, databaseAway } from '@pas/pages/page-error-responder'
import type { ApiError } from '@pas/runtime/errors'
import type { Logger } from '@pas/runtime/logger'
import type { ErrorRequestHandler, RequestHandler } from 'express'
import { ThrottleUnavailableError } from '../throttle/open-throttle'
import { sendPage } from './page'

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

const en = {
  toSettings: 'Go to your settings',
  signInAway:
    'Nobody can sign in for the moment because failed attempts cannot be counted. Try again in a few seconds.',
}

const wayOutTexts = {
  en,
  de: {
    toSettings: 'Zu Ihren Einstellungen',
    signInAway:
      'Zurzeit kann sich niemand anmelden, weil Fehlversuche nicht gezählt werden können. Versuchen Sie es in einigen Sekunden noch einmal.',
  },
  fr: {
    toSettings: 'Ouvrir vos réglages',
    signInAway:
      'Personne ne peut se connecter pour le moment, car les tentatives échouées ne peuvent pas être comptées. Réessayez dans quelques secondes.',
  },
} satisfies Texts<typeof en>
