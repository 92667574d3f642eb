import { spendSignInLink } from '@pas/accounts/one-time-links'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import { signedInUserOf } from '../sessions/signed-in-user'
import { startSession } from '../sessions/start-session'
import { checkedReturnTo, shortPath } from './return-to'
import type { LoginDeps } from './routes'

/**
 * Whether only programs of this machine can reach a URL. Sign-in links work only on an installation with such a URL.
 */
export const isLoopback = (url: string): boolean =>
  ['localhost', '127.0.0.1', '[::1]'].includes(new URL(url).hostname)

const linkQuery = z.object({ link: singleText, return_to: singleText.optional() })

/**
 * `GET /login/link`: signs in the user of a one-time link that `npm start` printed, and redirects to `return_to`. A
 * link that no longer works, a browser that is signed in already, and a user with a second factor get no new session;
 * the page that they are redirected to asks for a sign-in where it needs one.
 */
export function linkRoute(deps: Pick<LoginDeps, 'config' | 'db' | 'clock' | 'pathAfterSignIn'>): Router {
  const router = Router()
  router
    .route('/login/link')
    // Express would answer HEAD like GET, and use the link up.
    .head(refuseOtherMethods('GET'))
    .get(async (req, res) => {
      const { link, return_to } = parseInput(linkQuery, req.query)
      const returnTo = checkedReturnTo(return_to, deps.config.authUrl)
      const userId = signedInUserOf(res) ? null : await spendSignInLink(deps, link)
      const start = { switchedBy: null, passwordHash: null, action: 'session.start_by_link' }
      if (userId !== null && (await startSession(deps, req, { ...start, userId })))
        res.redirect(302, await deps.pathAfterSignIn(req, returnTo))
      else res.redirect(302, shortPath(returnTo))
    })
    .all(refuseOtherMethods('GET'))
  return router
}
