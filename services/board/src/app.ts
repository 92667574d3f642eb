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
import express, { Router, type Express } from 'express'
import { addClientsRoutes } from './add-clients/routes'
import type { ReaderDeps } from './api/create-public-reader'
import { checkRoutes } from './checks/routes'
import { compareRoutes } from './compare/routes'
import type { BoardConfig } from './config'
import { editRoutes } from './edit/routes'
import { emailAssetsRoutes } from './email-assets/routes'
import { createSourceCount } from './email/count-source'
import { createEmailClientCache, type EmailClientCache } from './email/email-client-cache'
import { drawRoutes } from './grid/draw-routes'
import { gridRoutes } from './grid/routes'
import { readUpload } from './home/read-upload'
import { homeRoutes } from './home/routes'
import { inboxRoutes } from './inboxes/routes'
import { messageRoutes } from './message/routes'
import { createAuthorizationServer } from './oauth/authorization-server'
import { pictureRoutes } from './picture/routes'
import { placeholderRoutes } from './placeholders/routes'
import { redrawRoutes } from './redraw/routes'
import { createRelayPlaces } from './relayed/relay-places'
import { relayedRoutes } from './relayed/routes'
import { requireSession } from './sessions/lead-to-sign-in'
import { readSignedIn, sessionCookie } from './sessions/session-cookie'
import { findSession } from './sessions/session-store'
import { ownShareRoutes } from './shares/routes'
import { sharedRoutes } from './shares/shared-routes'
import { signInRoutes, type SignInDeps } from './sign-in/routes'
import { sourceRoutes } from './source/routes'
import { compressAnswers } from './views/compress-answers'
import { pageErrorResponder } from './views/page-error-responder'

export interface AppDeps {
  config: BoardConfig
  db: Database
  clock: Clock
  logger: Logger
  fetch: typeof fetch
  stopping: AbortSignal
  /** As in `PageDeps`; 30 s by default. */
  streamCheckMs?: number
  /** Pictures that are relayed at once; 256 by default. */
  relayPlaces?: number
  /** Pages that wait for mail at once; 1,000 by default. */
  waitingPlaces?: number
  readiness: Readiness
  readinessChecks: readonly ReadinessCheck[]
}

export function createApp(deps: AppDeps): Express {
  const { config, logger } = deps
  const app = createBaseApp({ http: config.http, logger, plainPages: { redirectTo: config.boardUrl } })
  const pageHeaders = createPageHeaders({
    mayConnect: true,
    formOrigins: [new URL(config.authUrl).origin],
  })
  app.locals.product = config.product
  app.locals.account = { authUrl: config.authUrl, hasPasswords: config.hasPasswords }
  app.use(healthRoutes(deps.readiness, deps.readinessChecks, logger))
  app.use(compressAnswers)
  app.use('/assets', pageAssets(path.join(__dirname, 'assets')))
  app.use('/assets', pageScripts)
  app.use(pageHeaders)
  const emailClients = createEmailClientCache()
  app.use(sharedRoutes(readerDepsOf(deps), emailClients))
  app.use(createPages(deps, emailClients))
  app.use(refuseUnknownPath)
  app.use(pageErrorResponder(logger, { pageHeaders, boardUrl: config.boardUrl }))
  return app
}

/** The build writes the scripts to `dist`, also for a process that runs this file from `src`. */
const pageScripts = express.static(path.resolve(__dirname, '..', 'dist', 'browser'), {
  index: false,
  maxAge: '1h',
})

const readerDepsOf = ({ config, fetch, stopping }: AppDeps): ReaderDeps => ({
  ...config.calls,
  oauthApplication: config.oauthApplication,
  fetch,
  stopping,
})

/** A page that waits takes a connection to the API, and little memory. */
const maxWaitingPages = 1_000

const inboxDepsOf = ({ config, waitingPlaces = maxWaitingPages }: AppDeps) => ({
  smtpAddress: config.smtpAddress,
  waitingPlaces: createRelayPlaces(waitingPlaces),
})

function createPages(deps: AppDeps, emailClients: EmailClientCache): Router {
  const { config } = deps
  const formProtection = createFormProtection({
    url: config.boardUrl,
    secret: config.secrets,
    cookieName: '__Host-board-form',
    areMasked: true,
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
    api: readerDepsOf(deps),
  }
  const pageDeps = {
    clock: deps.clock,
    emailClients,
    boardUrl: config.boardUrl,
    authUrl: config.authUrl,
    defaultEmailClients: config.defaultEmailClients,
    signedIn: requireSession(config),
    countSource: createSourceCount(),
    streamCheckMs: deps.streamCheckMs ?? 30_000,
  }
  const router = Router()
  router.use(
    readCookies(),
    sessionCookie.read((id) => findSession(signInDeps, id)),
    readSignedIn(signInDeps),
    relayedRoutes({
      fetch: deps.fetch,
      imagesUrl: config.calls.imagesUrl,
      relayPlaces: createRelayPlaces(deps.relayPlaces),
    }),
    readForm,
    readUpload(),
    formProtection.refuseForeignForms,
    formProtection.provideFormToken,
  )
  router.use(signInRoutes(signInDeps))
  router.use(
    homeRoutes(pageDeps),
    inboxRoutes({ ...pageDeps, ...inboxDepsOf(deps) }),
    messageRoutes(pageDeps),
    addClientsRoutes(pageDeps),
    gridRoutes(pageDeps),
    drawRoutes(pageDeps),
    pictureRoutes(pageDeps),
    compareRoutes(pageDeps),
    sourceRoutes(pageDeps),
    checkRoutes(pageDeps),
    redrawRoutes(pageDeps),
    placeholderRoutes(pageDeps),
    editRoutes(pageDeps),
    emailAssetsRoutes(pageDeps),
    ownShareRoutes(pageDeps),
  )
  return router
}
