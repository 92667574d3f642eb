import type { Request, Response } from 'express'
import type { Session, SessionData } from 'express-session'
import { sendLoginPage } from './login-page'
import { fitsLocation, loginPath } from './return-to'

/**
 * Leads a visitor who is not signed in to the sign-in page, and back to this path of ours afterwards. When it is too long for a `Location`,
 * as with a state of several kB, the sign-in page is the answer itself and its form carries the path, so that nothing is stored for
 * strangers.
 */
export function leadToSignIn(req: Request, res: Response, status: 302 | 303, returnTo: string): void {
  res.setHeader('Cache-Control', 'no-store')
  const location = loginPath(returnTo)
  if (fitsLocation(location)) {
    res.status(status).set({ Location: location }).end()
    return
  }
  // The form token is of an anonymous visitor, even if the session ended in this request.
  const session = req.session as (Session & Partial<SessionData>) | undefined
  if (session) delete session.signedIn
  res.locals.renewFormToken?.()
  sendLoginPage(res, { returnTo })
}
