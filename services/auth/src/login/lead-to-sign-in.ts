import type { Request, Response } from 'express'
import type { ActiveApplication } from '../oauth/active-application'
import { sendLoginPage } from './login-page'
import { fitsLocation, loginPath } from './return-to'

/**
 * When `returnTo` is too long for a `Location`, the answer is the sign-in page itself, whose form holds it: nothing is
 * stored for a visitor who never signs in.
 */
export function leadToSignIn(
  req: Request,
  res: Response,
  status: 302 | 303,
  returnTo: string,
  application?: Pick<ActiveApplication, 'name' | 'firstParty'>,
): void {
  res.setHeader('Cache-Control', 'no-store')
  const location = loginPath(returnTo)
  if (fitsLocation(location)) {
    res.status(status).set({ Location: location }).end()
    return
  }
  // The caller may have ended the session in this request; then the form needs a token that belongs to no session.
  res.locals.session = null
  res.locals.renewFormToken?.()
  sendLoginPage(res, { returnTo, ...(application && { application }) })
}
