import { isNameAllowed } from '@pas/accounts/assert-name'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { choosePasswordPath } from '@pas/mail/one-time-link-url'
import { keepVisitorsLanguage, languageOf, languages } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import type { SealedCookie, SealedCookieDeps } from '@pas/pages/sealing/sealed-cookie'
import { addressKey } from '@pas/runtime/http/address-key'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { chosenAddressCookie } from '../login/chosen-address'
import { rememberDevice } from '../login/known-device'
import { endSession } from '../sessions/end-session'
import { findActiveUserId, signedInUserOf } from '../sessions/signed-in-user'
import type { Throttle } from '../throttle/open-throttle'
import { typedAddress } from '../throttle/typed-address'
import { acceptInvitation, findChoosingLink, setPasswordByLink } from './choosing-link'
import { sendChoosePasswordPage, sendUnusableLinkPage } from './choose-password-page'
import { choosePasswordTexts } from './choose-password-texts'
import { sendLinkSentPage, sendLostPasswordPage } from './lost-password-page'
import { lostPasswordTexts } from './lost-password-texts'
import type { LostPasswords } from './lost-passwords'
import { newPasswordForm, whyNewPasswordRefused } from './new-password-fields'

interface PasswordDeps extends DatabaseDeps, SealedCookieDeps {
  config: Pick<AuthConfig, 'sessionSecret' | 'mail'>
  throttle: Throttle
  lostPasswords: LostPasswords
}

const linkQuery = z.object({ link: singleText.default('') })
const name = singleText.default('')
const chooseForm = z.object({
  link: singleText.default(''),
  first_name: name,
  last_name: name,
  ...newPasswordForm,
})
const languageForm = z.object({ language: z.enum(languages), link: singleText.max(200) })
const lostForm = z.object({ email: singleText.default('') })

export function passwordRoutes(deps: PasswordDeps): Router {
  const router = Router()
  const chosenAddress = chosenAddressCookie(deps)
  router
    .route(choosePasswordPath)
    // Reading the page does not use the link up: programs that check mail for dangerous links read it, too.
    .get(async (req, res) => {
      const { link: token } = parseInput(linkQuery, req.query)
      const link = await findChoosingLink(deps, token)
      if (link) sendChoosePasswordPage(res, { link, token })
      else sendUnusableLinkPage(res)
    })
    .post((req, res) => choosePassword({ ...deps, chosenAddress }, req, res))
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  router
    .route(`${choosePasswordPath}/language`)
    .post((req, res) => {
      const { language, link } = parseInput(languageForm, req.body)
      // A user who has signed in in another tab chooses the language in the settings.
      if (!signedInUserOf(res)) keepVisitorsLanguage(res, language)
      res.redirect(303, `${choosePasswordPath}?link=${encodeURIComponent(link)}`)
    })
    .all(refuseOtherMethods('POST'))
  if (deps.config.mail !== null) router.use(lostPasswordRoute(deps))
  return router
}

async function choosePassword(
  { chosenAddress, ...deps }: PasswordDeps & { chosenAddress: SealedCookie<string> },
  req: Request,
  res: Response,
): Promise<void> {
  const { link: token, first_name, last_name, ...form } = parseInput(chooseForm, req.body)
  const link = await findChoosingLink(deps, token)
  if (!link) {
    sendUnusableLinkPage(res)
    return
  }
  const isInvitation = link.purpose === 'invitation'
  const language = languageOf(req)
  const refuse = (field: 'name' | 'password', text: string): void => {
    sendChoosePasswordPage(res, { link, token, typed: { first_name, last_name }, error: { field, text } })
  }
  if (isInvitation && ![first_name, last_name].every(isNameAllowed)) {
    refuse('name', choosePasswordTexts[language].wrongName)
    return
  }
  const problem = whyNewPasswordRefused(language, form)
  if (problem !== null) {
    refuse('password', problem)
    return
  }
  const chosen = { token, password: form.new_password, ip: req.ip }
  const outcome = isInvitation
    ? await acceptInvitation(deps, { ...chosen, firstName: first_name, lastName: last_name })
    : await setPasswordByLink(deps, chosen)
  if (!outcome) {
    sendUnusableLinkPage(res)
    return
  }
  const { userId } = outcome
  if (userId !== null) rememberDevice(deps, req, res, userId)
  const user = signedInUserOf(res)
  // `setPasswordByLink` has ended the sessions of the link's user.
  if (user && user.id !== userId) await endSession(deps, req, user)
  chosenAddress.set(res, link.email)
  // Not signed in by the link: a second factor is asked for at the sign-in.
  res.redirect(303, isInvitation ? '/login?invited=1' : '/login?password_set=1')
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
