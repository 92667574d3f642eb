import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { productOf } from './product'

/** What the content security policy of one service's pages allows in addition to that of every page. */
export interface PagePolicy {
  /** Origins from which pages show pictures, beside the service's own and that of the operator's logo. */
  pictureOrigins?: readonly string[]
  /** Whether the pages' scripts may send requests to the service's own origin. */
  scriptsConnect?: boolean
  /**
   * Origins to which a form, or the redirect after one, may lead, beside the service's own. When left out, every origin
   * is allowed: auth's consent form redirects to the application.
   */
  formOrigins?: readonly string[]
}

/**
 * Makes the handler that sets the headers of every page and of every redirect between pages (docs/contract.md §2.4): no
 * inline script, nothing from third parties but the operator's logo and what `policy` names, no framing, and no
 * caching, because a page shows one user's data. `createBaseApp` sets HSTS and nosniff.
 */
export function createPageHeaders({
  pictureOrigins = [],
  scriptsConnect = false,
  formOrigins,
}: PagePolicy = {}): RequestHandler {
  const contentSecurity = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", (_req, res) => logoOrigin(res as Response), ...pictureOrigins],
        ...(scriptsConnect && { connectSrc: ["'self'"] }),
        ...(formOrigins && { formAction: ["'self'", ...formOrigins] }),
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
  return (req, res, next) => {
    res.setHeader('Cache-Control', 'no-store')
    contentSecurity(req, res, next)
  }
}

/** The origin of the operator's logo (LOGO_URL); `'self'` when there is none, or when it is a path. */
function logoOrigin(res: Response): string {
  const { logoUrl } = productOf(res)
  return logoUrl === null || logoUrl.startsWith('/') ? "'self'" : new URL(logoUrl).origin
}
