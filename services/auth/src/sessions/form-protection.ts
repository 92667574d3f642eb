import { ApiError } from '@pas/runtime/errors'
import { doubleCsrf } from 'csrf-csrf'
import type { Session, SessionData } from 'express-session'
import type { Request, RequestHandler, Response } from 'express'

/** The field of every form that carries its token. */
export const formTokenField = 'form_token'

/** What keeps other sites from posting our forms. */
export interface FormProtection {
  /** Refuses a POST that is not of a form of ours, of this session. Comes after the body was parsed. */
  refuseForeignForms: RequestHandler
  /** Makes the token for the forms of the answer's page; sets its cookie when there is none yet. */
  provideFormToken: RequestHandler
}

/** Makes the token anew for a page that is sent to a visitor whose session has ended in this request. */
export function renewFormToken(req: Request, res: Response): void {
  const session = req.session as (Session & Partial<SessionData>) | undefined
  if (session) delete session.signedIn
  ;(res.locals.renewFormToken as () => void)()
}

/**
 * A signed double-submit token, bound to the session (OWASP, Cross-Site Request Forgery Prevention), and the browser's own word on
 * where the form was: `Origin`, and `Sec-Fetch-Site` where it sends one.
 */
export function createFormProtection({
  authUrl,
  sessionSecret,
}: {
  authUrl: string
  sessionSecret: string
}): FormProtection {
  const { generateCsrfToken, validateRequest } = doubleCsrf({
    getSecret: () => sessionSecret,
    // An anonymous visitor has no session that a request could be bound to: the cookie alone binds it.
    // express-session takes the session off a request in which it ended.
    getSessionIdentifier: (req) =>
      (req.session as Partial<SessionData> | undefined)?.signedIn ? req.sessionID : 'anonymous',
    cookieName: '__Host-form',
    cookieOptions: { path: '/', secure: true, httpOnly: true, sameSite: 'lax' },
    getCsrfTokenFromRequest: (req) => {
      const token = (req.body as Record<string, unknown> | undefined)?.[formTokenField]
      return typeof token === 'string' ? token : null
    },
  })
  const origin = new URL(authUrl).origin

  return {
    refuseForeignForms: (req, _res, next) => {
      if (req.method !== 'POST') {
        next()
        return
      }
      const sentFrom = req.get('Origin')
      const fetchSite = req.get('Sec-Fetch-Site')
      const isForeign =
        (sentFrom !== undefined && sentFrom !== origin) ||
        (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
      if (isForeign || !validateRequest(req)) {
        throw new ApiError(
          'forbidden',
          'This form is not one that we gave to this browser, or it is too old. Go back, load the page again, and send it from there.',
        )
      }
      next()
    },
    provideFormToken: (req, res, next) => {
      const renew = (): void => {
        res.locals.formToken = generateCsrfToken(req, res)
      }
      res.locals.renewFormToken = renew
      renew()
      next()
    },
  }
}
