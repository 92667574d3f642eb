import { randomBytes } from 'node:crypto'
import { doubleCsrf } from 'csrf-csrf'
import type { RequestHandler } from 'express'
import { cookieAttributes } from './cookie-attributes'
import { formTexts } from './form-texts'
import { PageError } from './page-error'

export const formTokenField = 'form_token'

/**
 * A form of ours whose token is no longer valid: the page was open for too long, or the browser has signed in or out
 * since. Another site's form does not get this error when its browser sends `Origin` or `Sec-Fetch-Site`.
 */
export class StaleFormError extends PageError {
  override name = 'StaleFormError'

  constructor() {
    super('forbidden', (language) => formTexts[language].foreignForm)
  }
}

/** Protection of our forms against cross-site request forgery. */
export interface FormProtection {
  /**
   * Refuses a POST that does not come from a form of this session: throws `forbidden`, as a `StaleFormError` when only
   * the token is wrong. Mount it after the body parser.
   */
  refuseForeignForms: RequestHandler
  /** Makes the token for the forms of the page that is sent, and its cookie when the browser has none. */
  provideFormToken: RequestHandler
}

declare global {
  namespace Express {
    interface Locals {
      /** The token for this page's forms. Set by `provideFormToken`. */
      formToken?: string
      /** Makes a new token, for a page that answers the request that ended its session. Set by `provideFormToken`. */
      renewFormToken?: () => void
    }
  }
}

/**
 * Makes a token look different in each page: random bytes, and the token XORed with them. The size of a compressed page
 * then reveals nothing about the token, even if the page repeats text of the request (BREACH,
 * https://breachattack.com).
 */
function mask(token: string): string {
  const plain = Buffer.from(token)
  const pad = randomBytes(plain.length)
  return Buffer.concat([pad, xor(plain, pad)]).toString('base64url')
}

/** Undoes `mask`. Any other text becomes some text that is no valid token. */
function unmask(masked: string): string {
  const bytes = Buffer.from(masked, 'base64url')
  const half = bytes.length / 2
  return xor(bytes.subarray(half), bytes.subarray(0, half)).toString()
}

const xor = (bytes: Buffer, pad: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ (pad[index] ?? 0)))

/**
 * Checks a signed double-submit token, bound to the session (OWASP, Cross-Site Request Forgery Prevention), and the
 * headers in which the browser says where the form was: `Origin` and `Sec-Fetch-Site`, each when it is sent.
 */
export function createFormProtection({
  url,
  secret,
  cookieName,
  areMasked = false,
}: {
  /** The service's own URL; its origin is the one that forms are sent from. */
  url: string
  /** The key that signs the tokens; or several, newest first: the first one signs, and each of them is accepted. */
  secret: string | string[]
  /** The token's cookie. On loopback, services on several ports share a browser's cookies, so each has its own name. */
  cookieName: `__Host-${string}`
  /** Whether each page gets a token that looks different. Needed by a service that compresses its pages. */
  areMasked?: boolean
}): FormProtection {
  const { generateCsrfToken, validateRequest } = doubleCsrf({
    getSecret: () => secret,
    // An anonymous visitor has no session to bind the token to: only the cookie binds it to the browser.
    getSessionIdentifier: (req) => req.res?.locals.session?.id ?? 'anonymous',
    cookieName,
    cookieOptions: cookieAttributes,
    getCsrfTokenFromRequest: (req) => {
      const token = (req.body as Record<string, unknown> | undefined)?.[formTokenField]
      if (typeof token !== 'string') return null
      return areMasked ? unmask(token) : token
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
      if (isForeign) throw new PageError('forbidden', (language) => formTexts[language].foreignForm)
      if (!validateRequest(req)) throw new StaleFormError()
      next()
    },
    provideFormToken: (req, res, next) => {
      const renew = (): void => {
        const token = generateCsrfToken(req, res)
        res.locals.formToken = areMasked ? mask(token) : token
      }
      res.locals.renewFormToken = renew
      renew()
      next()
    },
  }
}
