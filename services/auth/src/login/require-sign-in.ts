import type { RequestHandler, Response } from 'express'
import { signedInUserOf, type SignedInUser } from '../sessions/signed-in-user'
import { leadToSignIn } from './lead-to-sign-in'
import { home, loginPath } from './return-to'

/**
 * Leads visitors who are not signed in to the sign-in page, and then back. A posted form is lost: after it they come to
 * `home`.
 */
export const requireSignIn: RequestHandler = (req, res, next) => {
  if (signedInUserOf(res)) next()
  else if (req.method === 'POST') res.redirect(303, loginPath(home))
  else leadToSignIn(req, res, 302, req.originalUrl)
}

/** The signed-in user, in routes behind `requireSignIn`; throws in others. */
export function userOf(res: Response): SignedInUser {
  const user = signedInUserOf(res)
  if (!user) throw new Error('This route does not stand behind requireSignIn')
  return user
}
