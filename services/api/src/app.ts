import { healthRoutes, type Readiness, type ReadinessCheck } from '@pas/runtime/http/health'
import { createBaseApp } from '@pas/runtime/http/base-app'
import { ApiError } from '@pas/runtime/errors'
import { errorResponder } from '@pas/runtime/http/error-responder'
import type { Express } from 'express'
import type { createParts } from './api-parts'
import { credentialCheckMs } from './authentication/authenticate'
import { loggedIds } from './logged-ids'
import { changeRoutes } from './changes/routes'
import { checkRoutes } from './checks/routes'
import { clientRoutes } from './clients/routes'
import { exportRoutes } from './email-export/routes'
import { inboxRoutes } from './emails/list-routes'
import { messageRoutes } from './emails/message-routes'
import { emailRoutes } from './emails/routes'
import { translateError } from './errors'
import { fallbackLocation } from './previews/choose-fallback'
import { documentRoutes, redirectToDocument } from './document/routes'
import { previewRoutes, unknownSizeRoute } from './previews/routes'
import { progressRoutes } from './progress/routes'
import { shareRoutes } from './shares/routes'
import { usageRoutes } from './usage/routes'
import { userRoutes } from './users/routes'
import { webhookRoutes } from './webhooks/routes'

export function createApp(
  parts: ReturnType<typeof createParts>,
  readiness: Readiness,
  readinessChecks: readonly ReadinessCheck[],
  exportCheckMs = credentialCheckMs,
): Express {
  const { config, logger } = parts
  const app = createBaseApp({ http: config.http, logger, plainPages: 'refuse' })
  app.use(healthRoutes(readiness, readinessChecks, logger))
  app.use(
    new URL(config.instantUrl).pathname,
    previewRoutes(parts),
    progressRoutes(parts),
    changeRoutes(parts),
    checkRoutes(parts),
    clientRoutes(parts),
    emailRoutes(parts),
    inboxRoutes(parts),
    messageRoutes(parts),
    shareRoutes(parts),
    exportRoutes(parts, exportCheckMs),
    webhookRoutes(parts),
    usageRoutes(parts),
    unknownSizeRoute(),
    documentRoutes(config),
  )
  app.use(redirectToDocument(config))
  app.use(new URL(`${config.apiUrl}/v2`).pathname, userRoutes(parts))
  app.use(() => {
    throw new ApiError(
      'not_found',
      `There is nothing at this path; ${config.instantUrl}/docs describes those that there are.`,
    )
  })
  app.use(errorResponder(logger, translateError, fallbackLocation, loggedIds))
  return app
}
