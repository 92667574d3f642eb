import { findOneTimeLink } from '@pas/accounts/one-time-links'
import type { Database } from '@pas/db/database'
import { choosePasswordPath } from '@pas/mail/one-time-link-url'
import { languageOf } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import type { Clock } from '@pas/runtime/clock'
import { addressKey } from '@pas/runtime/http/address-key'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { rememberDevice } from '../login/known-device'
import { endSession } from '../sessions/end-session'
import { findActiveUserId, signedInUserOf } from '../sessions/signed-in-user'
import type { Throttle } from '../throttle/open-throttle'
import { typedAddress } from '../throttle/typed-address'
import { sendChoosePasswordPage, sendUnusableLinkPage } from './choose-password-page'
import { sendLinkSentPage, sendLostPasswordPage } from './lost-password-page'
import { lostPasswordTexts } from './lost-password-texts'
import type { LostPasswords } from './lost-passwords'
import { newPasswordForm, whyNewPasswordRefused } from './new-password-fields'
import { setPasswordByLink } from './set-password-by-link'

/** What the routes of lost and new passwords need. */
export interface PasswordDeps {
  config: Pick<AuthConfig, 'sessionSecret' | 'mail'>
  db: Database
  clock: Clock
  throttle: Throttle
  lostPasswords: LostPasswords
}

const linkQuery = z.object({ link: singleText.default('') })
const chooseForm = z.object({ link: singleText.default(''), ...newPasswordForm })
const lostForm = z.object({ email: singleText.default('') })

/** `/password/choose`, to which a one-time link leads, and `/password/lost`, which mails one. */
export function passwordRoutes(deps: PasswordDeps): Router {
  const router = Router()
  router
    .route(choosePasswordPath)
    // Reading the page does not use the link up: programs that check mail for dangerous links read it, too.
    .get(async (req, res) => {
      const { link: token } = parseInput(linkQuery, req.query)
      const link = await findOneTimeLink(deps, token)
      if (link) sendChoosePasswordPage(res, { link, token })
      else sendUnusableLinkPage(res)
    })
    .post(async (req, res) => {
      const { link: token, ...form } = parseInput(chooseForm, req.body)
      const link = await findOneTimeLink(deps, token)
      if (!link) {
        sendUnusableLinkPage(res)
        return
      }
      const error = whyNewPasswordRefused(languageOf(req), form)
      if (error !== null) {
        sendChoosePasswordPage(res, { link, token, error })
        return
      }
      if (!(await setPasswordByLink(deps, { token, password: form.new_password, ip: req.ip }))) {
        sendUnusableLinkPage(res)
        return
      }
      rememberDevice(deps, req, res, link.userId)
      const user = signedInUserOf(res)
      if (user && user.id !== link.userId) await endSession(deps, req, user)
      // Not signed in by the link: a second factor is asked for at the sign-in.
      res.redirect(303, '/login?password_set=1')
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  if (deps.config.mail !== null) router.use(lostPasswordRoute(deps))
  return router
}

function lostPasswordRoute(deps: PasswordDeps): Router {
  const router = Router()
  router
    .route('/password/lost')
    .get((_req, res) => {
      sendLostPasswordPage(res)
    })
    .post(async (req, res) => {
      const email = parseInput(lostForm, req.body).email.trim()
      const language = languageOf(req)
      const texts = lostPasswordTexts[language]
      if (email === '') {
        sendLostPasswordPage(res, { error: texts.missing, status: 400 })
        return
      }
      const { normalized } = typedAddress(email)
      const { waitSeconds: retryAfterSeconds } = await deps.throttle.resetPerAddress.spend(addressKey(req.ip))
      if (retryAfterSeconds !== null) {
        res.setHeader('Retry-After', String(retryAfterSeconds))
        sendLostPasswordPage(res, { email, error: texts.tooMany({ retryAfterSeconds }), status: 429 })
        return
      }
      const userId = normalized === null ? null : await findActiveUserId(deps, normalized)
      deps.lostPasswords.request({ userId, language, ip: req.ip })
      sendLinkSentPage(res, { email })
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}
