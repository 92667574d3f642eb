import type { RequestHandler, Response } from 'express'
import helmet from 'helmet'
import { productOf } from './product'

/** What a service's content security policy allows beyond that of every page. */
export interface PagePolicy {
  /** Whether scripts may ask the service. */
  mayConnect?: boolean
  /**
   * Where a form, or the redirect after it, may lead. Left out, everywhere: auth's consent form redirects to
   * applications.
   */
  formOrigins?: readonly string[]
}

/**
 * Headers of pages, and of redirects between them (docs/contract.md §2.4). Nothing is cached: a page shows one user's
 * data. `createBaseApp` sets HSTS and nosniff.
 */
export function createPageHeaders({ mayConnect = false, formOrigins }: PagePolicy = {}): RequestHandler {
  const contentSecurity = helmet({
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        defaultSrc: ["'none'"],
        styleSrc: ["'self'"],
        scriptSrc: ["'self'"],
        imgSrc: ["'self'", (_req, res) => logoOrigin(res as Response)],
        ...(mayConnect && { connectSrc: ["'self'"] }),
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

function logoOrigin(res: Response): string {
  const { logoUrl } = productOf(res)
  return logoUrl === null || logoUrl.startsWith('/') ? "'self'" : new URL(logoUrl).origin
}
