import { healthRoutes, type Readiness, type ReadinessCheck } from '@pas/runtime/http/health'
import { createBaseApp } from '@pas/runtime/http/base-app'
import { ApiError } from '@pas/runtime/errors'
import { errorResponder } from '@pas/runtime/http/error-responder'
import type { Logger } from '@pas/runtime/logger'
import type { Express } from 'express'
import { changesLimits } from './changes/list-changes'
import { changeRoutes } from './changes/routes'
import { clientRoutes } from './clients/routes'
import type { ApiConfig } from './config'
import { exportRoutes, type ExportTimes } from './email-export/routes'
import { emailRoutes } from './emails/routes'
import { translateError } from './errors'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { fallbackLocation } from './previews/choose-fallback'
import { documentRoutes, redirectToDocument } from './document/routes'
import { previewRoutes, unknownSizeRoute } from './previews/routes'
import { progressRoutes, type ProgressDeps } from './progress/routes'
import { shareRoutes, type ShareDeps } from './shares/routes'
import { usageRoutes } from './usage/routes'
import { userRoutes, type UserDeps } from './users/routes'
import { webhookRoutes, type WebhookDeps } from './webhooks/routes'

/** Everything that the API's routes need; `main.ts` or a test makes it. */
export type AppDeps = Parameters<typeof emailRoutes>[0] &
  Omit<
    Parameters<typeof previewRoutes>[0],
    'imagesUrl' | 'longPollTimeoutMs' | 'queueWaitLimitMs' | 'fallbackHosts'
  > &
  Omit<ProgressDeps, 'imagesUrl' | 'longPollTimeoutMs'> &
  Omit<UserDeps, 'authUrl' | 'defaultEmailClients'> &
  Omit<WebhookDeps, 'instantUrl' | 'webhookAllow'> &
  Omit<ShareDeps, 'boardUrl' | 'imagesUrl' | 'instantUrl' | 'changesQueue'> &
  ExportTimes & {
    config: Pick<
      ApiConfig,
      | 'http'
      | 'apiUrl'
      | 'instantUrl'
      | 'imagesUrl'
      | 'boardUrl'
      | 'fallbackHosts'
      | 'longPollTimeoutMs'
      | 'queueWaitLimitMs'
      | 'authUrl'
      | 'defaultEmailClients'
      | 'webhookAllow'
    >
    logger: Logger
    readiness: Readiness
    readinessChecks: readonly ReadinessCheck[]
  }

/** The Express app: the instant interface below INSTANT_URL, the user API below API_URL/v2, and health checks. */
export function createApp(deps: AppDeps): Express {
  const { config, logger } = deps
  const changesQueue = createFairQueue(changesLimits)
  // Below, `deps` comes after `config`, which has members of the same name, such as `storage`.
  const app = createBaseApp({ http: config.http, logger, plainPages: 'refuse' })
  app.use(healthRoutes(deps.readiness, deps.readinessChecks, logger))
  app.use(
    new URL(config.instantUrl).pathname,
    previewRoutes({ ...config, ...deps }),
    progressRoutes({ ...config, ...deps }),
    changeRoutes({ ...deps, changesQueue }),
    clientRoutes(deps),
    emailRoutes(deps),
    shareRoutes({ ...config, ...deps, changesQueue }),
    exportRoutes({ ...config, ...deps, changesQueue }),
    webhookRoutes({ ...config, ...deps }),
    usageRoutes({ ...config, ...deps }),
    unknownSizeRoute(),
    documentRoutes(config),
  )
  app.use(redirectToDocument(config))
  app.use(new URL(`${config.apiUrl}/v2`).pathname, userRoutes({ ...config, ...deps }))
  app.use(() => {
    throw new ApiError(
      'not_found',
      `There is nothing at this path; ${config.instantUrl}/docs describes those that there are.`,
    )
  })
  app.use(errorResponder(logger, translateError, fallbackLocation))
  return app
}
