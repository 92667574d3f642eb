import { Router } from 'express'
import type { AuthParts } from '../auth-parts'
import { applicationsRoutes } from './applications-routes'
import { clientsRoutes } from './clients-routes'
import { languageRoutes } from './language-routes'
import { changePasswordRoutes } from './password-routes'

/** The user's settings: email clients, connected applications, the password and the language. */
export function settingsRoutes(deps: AuthParts): Router {
  const router = Router()
  router.use(clientsRoutes(deps), applicationsRoutes(deps), changePasswordRoutes(deps), languageRoutes(deps))
  return router
}
