import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { productOf } from './framed-page'

/**
 * Sets the headers of every page and of every redirect between pages (docs/contract.md §2): no inline script, nothing
 * from third parties but the operator's logo, no framing, and no caching, because a page shows one user's data. `createBaseApp` sets HSTS and
 * nosniff.
 */
export const pageHeaders: RequestHandler = (req, res, next) => {
  res.setHeader('Cache-Control', 'no-store')
  contentSecurity(req, res, next)
}

const contentSecurity = helmet({
  contentSecurityPolicy: {
    useDefaults: false,
    directives: {
      defaultSrc: ["'none'"],
      styleSrc: ["'self'"],
      scriptSrc: ["'self'"],
      imgSrc: ["'self'", (_req, res) => logoOrigin(res as Response)],
      // No form-action: browsers apply it to the redirect after a form as well, and the consent form redirects to the
      // application.
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
  // Sends no referrer to other sites. `no-referrer` would make browsers send `Origin: null` with our own forms, too
  // (Fetch, "append a request `Origin` header"), and those would be refused as foreign.
  referrerPolicy: { policy: 'same-origin' },
})

/** The only other origin from which a page shows a picture: that of LOGO_URL. */
function logoOrigin(res: Response): string {
  const { logoUrl } = productOf(res)
  return logoUrl === null || logoUrl.startsWith('/') ? "'self'" : new URL(logoUrl).origin
}
