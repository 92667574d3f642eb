import { createBaseApp } from '@pas/runtime/http/base-app'
import { errorResponder, refuseUnknownPath } from '@pas/runtime/http/error-responder'
import { healthRoutes, type Readiness, type ReadinessCheck } from '@pas/runtime/http/health'
import type { HttpConfig } from '@pas/settings/http'
import type { Express, RequestHandler } from 'express'
import type { PictureDeps } from './captures/open-picture'
import { captureRoutes } from './captures/routes'
import type { SendDeps } from './captures/send-picture'
import { translateError } from './errors'
import { differenceRoutes, type DifferenceDeps } from './differences/routes'
import { fallbackRoutes } from './fallback/routes'

export interface AppDeps extends PictureDeps, SendDeps, DifferenceDeps {
  http: Pick<HttpConfig, 'trustProxy' | 'hstsIncludesSubdomains'>
  readiness: Readiness
  readinessChecks: readonly ReadinessCheck[]
}

export function createApp(deps: AppDeps): Express {
  const app = createBaseApp({ http: deps.http, logger: deps.logger, plainPages: 'refuse' })
  app.use(isolateContent)
  app.use(healthRoutes(deps.readiness, deps.readinessChecks, deps.logger))
  app.use(fallbackRoutes(deps), captureRoutes(deps), differenceRoutes(deps))
  app.use(refuseUnknownPath)
  app.use(errorResponder(deps.logger, translateError))
  return app
}

/** Every site may embed a picture (CORP); opened as a page, a picture can do nothing (CSP sandbox). */
const isolateContent: RequestHandler = (_req, res, next) => {
  res.setHeader('Content-Security-Policy', "default-src 'none'; sandbox")
  res.setHeader('Cross-Origin-Resource-Policy', 'cross-origin')
  next()
}
