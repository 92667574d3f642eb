import { findOneTimeLink, spendOneTimeLink } from '@pas/accounts/one-time-links'
import { hashPassword } from '@pas/accounts/passwords'
import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { replacePassword } from '@pas/accounts/set-password'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { choosePasswordPath } from '@pas/mail/one-time-link-url'
import { languageOf } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
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

interface PasswordDeps extends DatabaseDeps {
  config: Pick<AuthConfig, 'sessionSecret' | 'mail'>
  throttle: Throttle
  lostPasswords: LostPasswords
}

const linkQuery = z.object({ link: singleText.default('') })
const chooseForm = z.object({ link: singleText.default(''), ...newPasswordForm })
const lostForm = z.object({ email: singleText.default('') })

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
      // `setPasswordByLink` has ended the sessions of the link's user.
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

/** Resolves to false when the link can no longer be used. */
async function setPasswordByLink(
  { db, clock }: DatabaseDeps,
  { token, password, ip }: { token: string; password: string; ip: string | undefined },
): Promise<boolean> {
  const passwordHash = await hashPassword(password)
  return db.$transaction(async (tx) => {
    const link = await spendOneTimeLink({ db: tx, clock }, token)
    if (!link) return false
    await replacePassword({ db: tx, clock }, { userId: link.userId, passwordHash })
    const user = `user:${link.userId}`
    await recordAuditEvent(tx, {
      at: clock.now(),
      actor: user,
      action: 'user.set_password',
      target: user,
      ...(ip && { ip }),
      details: { with: 'one_time_link' },
    })
    return true
  })
}
