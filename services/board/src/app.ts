import path from 'node:path'
import { createFormProtection } from '@pas/pages/form-protection'
import { createPageHeaders } from '@pas/pages/page-headers'
import { pageAssets } from '@pas/pages/page-assets'
import { readCookies } from '@pas/pages/read-cookies'
import { readForm } from '@pas/pages/read-form'
import { createSealer } from '@pas/pages/sealing/create-sealer'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { createBaseApp } from '@pas/runtime/http/base-app'
import { refuseUnknownPath } from '@pas/runtime/http/error-responder'
import { healthRoutes, type Readiness, type ReadinessCheck } from '@pas/runtime/http/health'
import type { Logger } from '@pas/runtime/logger'
import express, { Router, type Express, type RequestHandler } from 'express'
import type { BoardConfig } from './config'
import { compareRoutes } from './compare/routes'
import { requireSession } from './sessions/lead-to-sign-in'
import { createEmailClientCache } from './grid/email-client-cache'
import { gridRoutes } from './grid/routes'
import { readUpload } from './home/read-upload'
import { homeRoutes } from './home/routes'
import { pictureRoutes } from './picture/routes'
import { redrawRoutes } from './redraw/routes'
import { sourceRoutes } from './source/routes'
import { readSession, sessionIdOf } from './sessions/session-cookie'
import { createAuthorizationServer } from './oauth/authorization-server'
import { signInRoutes, type SignInDeps } from './sign-in/routes'
import { pageErrorResponder } from './views/page-error-responder'
import { placeholder } from './views/placeholder'

/** Everything that the board needs; `main.ts` and tests make it. */
export interface AppDeps {
  config: BoardConfig
  db: Database
  clock: Clock
  logger: Logger
  /** Calls auth and the api. */
  fetch: typeof fetch
  /** Aborts when the process stops: ends the streams that it relays. */
  stopping: AbortSignal
  readiness: Readiness
  readinessChecks: readonly ReadinessCheck[]
}

/** Makes the board's Express application: health, static files, the pages, and the error responder. */
export function createApp(deps: AppDeps): Express {
  const { config, logger } = deps
  const app = createBaseApp({ http: config.http, logger, plainPages: { redirectTo: config.boardUrl } })
  const pageHeaders = createPageHeaders({
    pictureOrigins: [...new Set([config.instantUrl, config.imagesUrl].map((url) => new URL(url).origin))],
    scriptsConnect: true,
    formOrigins: [new URL(config.authUrl).origin],
  })
  app.locals.product = config.product
  app.use(healthRoutes(deps.readiness, deps.readinessChecks, logger))
  app.use('/assets', pageAssets(path.join(__dirname, 'assets')))
  app.use('/assets', pageScripts)
  app.use(pageHeaders)
  app.use(shareRoutes())
  app.use(pages(deps))
  app.use(refuseUnknownPath)
  app.use(pageErrorResponder(logger, { pageHeaders, boardUrl: config.boardUrl }))
  return app
}

/** The scripts of the pages, as the build makes them, wherever this file runs from. */
const pageScripts = express.static(path.resolve(__dirname, '..', 'dist', 'browser'), { index: false, maxAge: '1h' })

/** The pages that need no session and read no cookie: what a share link shows. */
function shareRoutes(): Router {
  const router = Router()
  router.get('/s/:token', unlisted, placeholder('Shared'))
  return router
}

/** The address of a share link is all that is needed to see it: it goes to no other site, and into no search engine. */
const unlisted: RequestHandler = (_req, res, next) => {
  res.setHeader('Referrer-Policy', 'no-referrer')
  res.setHeader('X-Robots-Tag', 'noindex')
  next()
}

/** The pages of signed-in people, and those that sign them in and out. They accept only forms from our own pages. */
function pages(deps: AppDeps): Router {
  const { config } = deps
  const formProtection = createFormProtection({
    url: config.boardUrl,
    secret: config.secrets,
    sessionIdOf,
    cookieName: '__Host-board-form',
  })
  const signInDeps: SignInDeps = {
    ...deps,
    sealer: createSealer(config.secrets, 'pas board sealing'),
    authorizationServer: createAuthorizationServer({
      ...config,
      callUrl: config.calls.authUrl,
      fetch: deps.fetch,
      clock: deps.clock,
    }),
    api: { ...config.calls, fetch: deps.fetch, stopping: deps.stopping },
  }
  const pageDeps = {
    clock: deps.clock,
    emailClients: createEmailClientCache(),
    instantUrl: config.instantUrl,
    defaultEmailClients: config.defaultEmailClients,
    signedIn: requireSession(config),
  }
  const router = Router()
  router.use(
    readCookies(),
    readSession(signInDeps),
    readForm,
    readUpload(),
    formProtection.refuseForeignForms,
    formProtection.provideFormToken,
  )
  router.use(signInRoutes(signInDeps))
  router.use(homeRoutes(pageDeps), gridRoutes(pageDeps), pictureRoutes(pageDeps), compareRoutes(pageDeps), sourceRoutes(pageDeps), redrawRoutes(pageDeps))
  return router
}
