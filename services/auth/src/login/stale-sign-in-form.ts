import type { Database } from '@pas/db/database'
import { StaleFormError, type FormProtection } from '@pas/pages/form-protection'
import { languageOf } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import type { ErrorRequestHandler } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { findRequestingApplication } from '../oauth/active-application'
import { sendLoginPage } from './login-page'
import { loginTexts } from './login-texts'
import { checkedReturnTo } from './return-to'

const staleForm = z.object({ email: singleText.catch(''), return_to: z.unknown().optional() })

/**
 * The new form keeps the typed e-mail address and the path to go to, never the password. Mount it at `/login`, behind
 * `refuseForeignForms`, which throws the `StaleFormError`.
 */
export function staleSignInForm(
  { config, db }: { config: Pick<AuthConfig, 'authUrl'>; db: Database },
  { provideFormToken }: Pick<FormProtection, 'provideFormToken'>,
): ErrorRequestHandler {
  return async (error: unknown, req, res, next) => {
    if (!(error instanceof StaleFormError)) {
      next(error)
      return
    }
    const { email, return_to } = parseInput(staleForm, req.body)
    const returnTo = checkedReturnTo(return_to, config.authUrl)
    const application = await findRequestingApplication({ db }, returnTo)
    void provideFormToken(req, res, () => {
      const { stale } = loginTexts[languageOf(req)]
      sendLoginPage(res, { returnTo, application, email, status: 403, error: stale })
    })
  }
}
