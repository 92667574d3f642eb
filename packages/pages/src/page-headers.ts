import type { RequestHandler } from 'express'
import helmet from 'helmet'

/**
 * What every page, and every redirect between them, tells the browser (docs/contract.md §2): no inline script, nothing of a third party, in
 * nobody's frame, and never cached, as it is somebody's own. HSTS and nosniff are the base application's.
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
      imgSrc: ["'self'"],
      // Not form-action: browsers hold the redirect that follows a form to it too, and consent leads to the application.
      baseUri: ["'none'"],
      frameAncestors: ["'none'"],
    },
  },
  strictTransportSecurity: false,
  xFrameOptions: { action: 'deny' },
  // Nothing for other sites. Not `no-referrer`: under it browsers send `Origin: null` with our own forms too (Fetch, "append a request
  // `Origin` header"), and these would be refused as foreign.
  referrerPolicy: { policy: 'same-origin' },
})
