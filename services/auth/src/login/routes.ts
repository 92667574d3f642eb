import type { AuditNotes } from '@pas/accounts/audit-notes'
import { spendSignInLink } from '@pas/accounts/one-time-links'
import { isLoopback } from '@pas/settings/addresses'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { keepVisitorsLanguage, languageOf, languages } from '@pas/pages/languages'
import { parseInput, singleText } from '@pas/pages/parse-input'
import type { SealedCookie, SealedCookieDeps } from '@pas/pages/sealing/sealed-cookie'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import type { AuthConfig } from '../config'
import { findRequestingApplication } from '../oauth/active-application'
import { signInAttempted } from '../events'
import { endSession } from '../sessions/end-session'
import { signedInUserOf } from '../sessions/signed-in-user'
import { startSession } from '../sessions/start-session'
import type { Throttle } from '../throttle/open-throttle'
import { attemptSignIn } from './attempt-sign-in'
import { chosenAddressCookie } from './chosen-address'
import { findKnownDevice, rememberDevice } from './known-device'
import { sendLoginPage } from './login-page'
import { loginTexts } from './login-texts'
import { sendLogoutPage } from './logout-page'
import { checkedReturnTo, fitsLocation, home, loginPath, shortPath } from './return-to'
import { createSignInTurns, type SignInTurns } from './sign-in-turns'

interface LoginDeps extends DatabaseDeps, SealedCookieDeps {
  config: Pick<AuthConfig, 'authUrl' | 'boardUrl' | 'sessionSecret' | 'openid'>
  throttle: Throttle
  refusalTrail: AuditNotes
  askSecondFactor: (res: Response, signIn: { userId: number; passwordHash: string; returnTo: string }) => void
  pathAfterSignIn: (req: Request, path: string) => Promise<string>
}

const signInForm = z.object({
  email: z.string().default(''),
  password: z.string().default(''),
  return_to: z.unknown().optional(),
})

const linkQuery = z.object({ link: singleText, return_to: singleText.optional() })

const languageForm = z.object({ language: z.enum(languages), return_to: z.unknown().optional() })

export function loginRoutes(deps: LoginDeps): Router {
  const { authUrl, boardUrl } = deps.config
  const signInTurns = createSignInTurns()
  const chosenAddress = chosenAddressCookie(deps)
  const router = Router()

  router
    .route(home)
    .get((_req, res) => {
      // A user who acts for another gets no code for the board (ADR 47).
      const isForBoard = boardUrl !== null && !signedInUserOf(res)?.actor
      res.redirect(302, isForBoard ? `${boardUrl}/` : '/settings/clients')
    })
    .all(refuseOtherMethods('GET', 'HEAD'))

  router
    .route('/login')
    .get(async (req, res) => {
      const returnTo = checkedReturnTo(req.query.return_to, authUrl)
      if (signedInUserOf(res)) {
        res.redirect(302, shortPath(returnTo))
        return
      }
      const application = await findRequestingApplication(deps, returnTo)
      sendLoginPage(res, { returnTo, application, ...outcomeOf(req, chosenAddress) })
    })
    .post((req, res) => signInByPassword({ ...deps, signInTurns }, req, res))
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))

  router
    .route('/login/language')
    .post(async (req, res) => {
      const { language, return_to } = parseInput(languageForm, req.body)
      // A user who has signed in in another tab chooses the language in the settings.
      if (!signedInUserOf(res)) keepVisitorsLanguage(res, language)
      const returnTo = checkedReturnTo(return_to, authUrl)
      const location = loginPath(returnTo)
      if (fitsLocation(location)) res.redirect(303, location)
      else sendLoginPage(res, { returnTo, application: await findRequestingApplication(deps, returnTo) })
    })
    .all(refuseOtherMethods('POST'))

  router
    .route('/logout')
    .get((_req, res) => {
      const user = signedInUserOf(res)
      if (user) sendLogoutPage(res, user)
      else res.redirect(302, '/login?signed_out=1')
    })
    .post(async (req, res) => {
      const user = signedInUserOf(res)
      if (user) await endSession(deps, req, user)
      res.redirect(303, '/login?signed_out=1')
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))

  if (isLoopback(authUrl)) router.use(signInLinkRoute(deps))
  return router
}

/** What led here says so in the query. */
function outcomeOf(req: Request, chosenAddress: SealedCookie<string>): { notice?: string; email?: string } {
  const texts = loginTexts[languageOf(req)]
  const { signed_out, password_set, invited } = req.query
  if (signed_out !== undefined) return { notice: texts.signedOut }
  if (password_set === undefined && invited === undefined) return {}
  const notice = invited === undefined ? texts.passwordSet : texts.invited
  return { notice, email: chosenAddress.read(req) ?? '' }
}

async function signInByPassword(
  deps: LoginDeps & { signInTurns: SignInTurns },
  req: Request,
  res: Response,
): Promise<void> {
  const { email, password, return_to } = parseInput(signInForm, req.body)
  const returnTo = checkedReturnTo(return_to, deps.config.authUrl)
  const texts = loginTexts[languageOf(req)]
  const refuse = async (status: number, error: string): Promise<void> => {
    const application = await findRequestingApplication(deps, returnTo)
    sendLoginPage(res, { returnTo, application, email, status, error })
  }
  const { openid } = deps.config
  if (openid?.isOnly) {
    await refuse(403, texts.passwordsOff(openid))
    return
  }
  if (email.trim() === '' || password === '') {
    await refuse(400, texts.missing)
    return
  }
  const device = await findKnownDevice(deps, req, email)
  const attempt = await attemptSignIn(deps, { email, password, ip: req.ip, device })
  signInAttempted('password', attempt)
  switch (attempt.outcome) {
    case 'wrong':
      await refuse(401, texts.wrong)
      break
    case 'too_many':
      res.setHeader('Retry-After', String(attempt.retryAfterSeconds))
      await refuse(
        429,
        [texts.tooMany(attempt), ...(req.app.locals.sendsMail ? [texts.tooManyWithMail] : [])].join(' '),
      )
      break
    case 'right': {
      const { userId, passwordHash, hasSecondFactor } = attempt
      rememberDevice(deps, req, res, userId)
      if (hasSecondFactor) {
        deps.askSecondFactor(res, { userId, passwordHash, returnTo })
        break
      }
      const start = { userId, passwordHash, switchedBy: null, action: 'session.start' }
      // False when the password was changed, the user disabled or a second factor turned on since the check.
      if (await startSession(deps, req, start)) res.redirect(303, await deps.pathAfterSignIn(req, returnTo))
      else await refuse(401, texts.wrong)
    }
  }
}

/**
 * For the one-time link that `npm start` prints, which only this machine may use. Redirects without a new session when
 * the link no longer works, the browser is signed in, or the user has a second factor.
 */
function signInLinkRoute(deps: LoginDeps): Router {
  const router = Router()
  router
    .route('/login/link')
    // Express would answer HEAD like GET, and use the link up.
    .head(refuseOtherMethods('GET'))
    .get(async (req, res) => {
      const { link, return_to } = parseInput(linkQuery, req.query)
      const returnTo = checkedReturnTo(return_to, deps.config.authUrl)
      const spent = signedInUserOf(res) ? null : await spendSignInLink(deps, link)
      const isStarted =
        spent !== null &&
        (await startSession(deps, req, {
          ...{ userId: spent.userId, linkMadeBy: spent.madeBy },
          switchedBy: null,
          passwordHash: null,
          action: 'session.start_by_link',
        }))
      res.redirect(302, isStarted ? await deps.pathAfterSignIn(req, returnTo) : shortPath(returnTo))
    })
    .all(refuseOtherMethods('GET'))
  return router
}
