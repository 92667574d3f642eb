import { healthRoutes, type Readiness, type ReadinessCheck } from '@pas/runtime/http/health'
import type { Logger } from '@pas/runtime/logger'
import express, { type Express } from 'express'

/** For an orchestrator on the same machine, therefore without TLS. */
export function createHealthApp(
  readiness: Readiness,
  checks: readonly ReadinessCheck[],
  logger: Logger,
): Express {
  const app = express()
  app.disable('x-powered-by')
  app.use(healthRoutes(readiness, checks, logger))
  return app
}
