import { randomBytes } from 'node:crypto'
import { doubleCsrf } from 'csrf-csrf'
import type { RequestHandler } from 'express'
import { cookieAttributes } from './cookie-attributes'
import { formTexts } from './form-texts'
import { PageError } from './page-error'

export const formTokenField = 'form_token'

/**
 * A form of ours whose token is no longer valid: the page was open too long, or the browser has signed in or out since.
 */
export class StaleFormError extends PageError {
  override name = 'StaleFormError'

  constructor() {
    super('forbidden', (language) => formTexts[language].foreignForm)
  }
}

export interface FormProtection {
  /**
   * Throws `forbidden` for a POST from no form of this session; a `StaleFormError` when only the token is wrong. Mount
   * it after the body parser.
   */
  refuseForeignForms: RequestHandler
  provideFormToken: RequestHandler
}

declare global {
  namespace Express {
    interface Locals {
      formToken?: string
      /** For a page that answers the request that ended its session. */
      renewFormToken?: () => void
    }
  }
}

/**
 * A signed double-submit token, bound to the session (OWASP, Cross-Site Request Forgery Prevention), and `Origin` and
 * `Sec-Fetch-Site` when they are sent.
 */
export function createFormProtection({
  url,
  secret,
  cookieName,
  areMasked = false,
}: {
  url: string
  /** If there are several, the first signs, and signatures of all are accepted. */
  secret: string | string[]
  /** One for each service: on loopback, services share a browser's cookies. */
  cookieName: `__Host-${string}`
  /** Whether the token looks different in each page: needed when pages are compressed (see `mask`). */
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

/**
 * XORs the token with random bytes: the size of a compressed page that repeats text of the request would reveal a token
 * that never changes (BREACH, https://breachattack.com).
 */
function mask(token: string): string {
  const plain = Buffer.from(token)
  const pad = randomBytes(plain.length)
  return Buffer.concat([pad, xor(plain, pad)]).toString('base64url')
}

function unmask(masked: string): string {
  const bytes = Buffer.from(masked, 'base64url')
  const half = bytes.length / 2
  return xor(bytes.subarray(half), bytes.subarray(0, half)).toString()
}

const xor = (bytes: Buffer, pad: Buffer): Buffer =>
  Buffer.from(bytes.map((byte, index) => byte ^ (pad[index] ?? 0)))
