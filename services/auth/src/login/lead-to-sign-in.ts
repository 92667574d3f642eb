import type { Request, Response } from 'express'
import type { ActiveApplication } from '../oauth/active-application'
import { sendLoginPage } from './login-page'
import { fitsLocation, loginPath } from './return-to'

/**
 * Leads a visitor who is not signed in to the sign-in page, and afterwards to `returnTo`, a path of ours. When that is
 * too long for a `Location`, as with a state of several kB, this answer is the sign-in page itself, and its form holds
 * the path, so that nothing is stored for a visitor who never signs in. The page names `application`, which made
 * the authorization request `returnTo`; other paths have none.
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
  // The caller may have ended the session in this request; then the form needs a token for a visitor without one.
  res.locals.session = null
  res.locals.renewFormToken?.()
  sendLoginPage(res, { returnTo, ...(application && { application }) })
}
