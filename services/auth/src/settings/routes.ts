import { Router } from 'express'
import { applicationsRoutes, type ApplicationsDeps } from './applications-routes'
import { clientsRoutes, type ClientsDeps } from './clients-routes'

/** What the routes of the settings need. */
export type SettingsDeps = ClientsDeps & ApplicationsDeps

/** The user's settings: email clients and connected applications. */
export function settingsRoutes(deps: SettingsDeps): Router {
  const router = Router()
  router.use(clientsRoutes(deps), applicationsRoutes(deps))
  return router
}
