import type { RequestHandler, Response } from 'express'
import { signedInUserOf, type SignedInUser } from '../sessions/signed-in-user'
import { leadToSignIn } from './lead-to-sign-in'
import { home, loginPath } from './return-to'

/** Leads whoever is not signed in to the sign-in page, and back from there. A form that was posted is not sent again. */
export const requireSignIn: RequestHandler = (req, res, next) => {
  if (signedInUserOf(res)) next()
  else if (req.method === 'POST') res.redirect(303, loginPath(home))
  else leadToSignIn(req, res, 302, req.originalUrl)
}

/** Who is signed in, behind `requireSignIn`. */
export function userOf(res: Response): SignedInUser {
  const user = signedInUserOf(res)
  if (!user) throw new Error('This route does not stand behind requireSignIn')
  return user
}
