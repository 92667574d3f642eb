import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { Router } from 'express'
import type { AuthConfig } from '../config'
import { applicationsRoutes } from './applications-routes'
import { clientsRoutes } from './clients-routes'

export interface SettingsDeps {
  config: Pick<AuthConfig, 'defaultEmailClients'>
  db: Database
  clock: Clock
}

/** What a user decides about the service. */
export function settingsRoutes(deps: SettingsDeps): Router {
  const router = Router()
  router.use(clientsRoutes(deps), applicationsRoutes(deps))
  return router
}
