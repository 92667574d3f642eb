import type { RequestHandler, Response } from 'express'
import { signedInUserOf, type SignedInUser } from '../sessions/signed-in-user'
import { leadToSignIn } from './lead-to-sign-in'
import { home, loginPath } from './return-to'

/** A posted form is lost: after the sign-in the user comes to `home`. */
export const requireSignIn: RequestHandler = (req, res, next) => {
  if (signedInUserOf(res)) next()
  else if (req.method === 'POST') res.redirect(303, loginPath(home))
  else leadToSignIn(req, res, 302, req.originalUrl)
}

export function userOf(res: Response): SignedInUser {
  const user = signedInUserOf(res)
  if (!user) throw new Error('This route does not stand behind requireSignIn')
  return user
}
