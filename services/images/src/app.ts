import { createBaseApp } from '@pas/runtime/http/base-app'
import { errorResponder, refuseUnknownPath } from '@pas/runtime/http/error-responder'
import { healthRoutes, type Readiness, type ReadinessCheck } from '@pas/runtime/http/health'
import type { HttpConfig } from '@pas/runtime/http/http-config'
import type { Express, RequestHandler } from 'express'
import { captureRoutes, type CaptureDeps } from './captures/routes'
import { translateError } from './errors'
import { fallbackRoutes } from './fallback/routes'

/** Everything the image service's routes need, made in `main.ts` or by a test. */
export interface AppDeps extends CaptureDeps {
  http: Pick<HttpConfig, 'trustProxy' | 'hstsIncludesSubdomains'>
  readiness: Readiness
  readinessChecks: readonly ReadinessCheck[]
}

export function createApp(deps: AppDeps): Express {
  const app = createBaseApp({ http: deps.http, logger: deps.logger, plainPages: 'refuse' })
  app.use(isolateContent)
  app.use(healthRoutes(deps.readiness, deps.readinessChecks, deps.logger))
  app.use(fallbackRoutes(deps), captureRoutes(deps))
  app.use(refuseUnknownPath)
  app.use(errorResponder(deps.logger, translateError))
  return app
}

/** A picture of somebody's email may be embedded anywhere, and can do nothing when opened by itself. */
const isolateContent: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  next()
}
