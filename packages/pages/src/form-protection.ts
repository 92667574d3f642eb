import { ApiError } from '@pas/runtime/errors'
import { doubleCsrf } from 'csrf-csrf'
import type { Request, RequestHandler } from 'express'

/** The field of every form that carries its token. */
export const formTokenField = 'form_token'

/** What keeps other sites from posting our forms. */
export interface FormProtection {
  /** Refuses a POST that is not of a form of ours, of this session. Comes after the body was parsed. */
  refuseForeignForms: RequestHandler
  /** Makes the token for the forms of the answer's page; sets its cookie when there is none yet. */
  provideFormToken: RequestHandler
}

declare global {
  namespace Express {
    interface Locals {
      /** Set by `provideFormToken`. */
      formToken?: string
      /** Makes the token anew, for a page whose session has ended in the same request. Set by `provideFormToken`. */
      renewFormToken?: () => void
    }
  }
}

/**
 * A signed double-submit token, bound to the session (OWASP, Cross-Site Request Forgery Prevention), and the browser's own word on
 * where the form was: `Origin`, and `Sec-Fetch-Site` where it sends one.
 */
export function createFormProtection({
  url,
  secret,
  sessionIdOf,
}: {
  /** The service's own, with the origin that its forms are sent from. */
  url: string
  /** Signs the tokens. */
  secret: string
  /** The id of the session that the request has in a store; null for an anonymous visitor. */
  sessionIdOf: (req: Request) => string | null
}): FormProtection {
  const { generateCsrfToken, validateRequest } = doubleCsrf({
    getSecret: () => secret,
    // An anonymous visitor has no session that a request could be bound to: the cookie alone binds it.
    getSessionIdentifier: (req) => sessionIdOf(req) ?? 'anonymous',
    cookieName: '__Host-form',
    cookieOptions: { path: '/', secure: true, httpOnly: true, sameSite: 'lax' },
    getCsrfTokenFromRequest: (req) => {
      const token = (req.body as Record<string, unknown> | undefined)?.[formTokenField]
      return typeof token === 'string' ? token : null
    },
  })
  const origin = new URL(url).origin

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
