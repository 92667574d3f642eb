import { Router } from 'express'
import { applicationsRoutes, type ApplicationsDeps } from './applications-routes'
import { clientsRoutes, type ClientsDeps } from './clients-routes'
import { languageRoutes, type LanguageDeps } from './language-routes'
import { changePasswordRoutes, type ChangePasswordDeps } from './password-routes'

/** What the routes of the settings need. */
export type SettingsDeps = ClientsDeps & ApplicationsDeps & ChangePasswordDeps & LanguageDeps

/** The user's settings: email clients, connected applications, the password and the language. */
export function settingsRoutes(deps: SettingsDeps): Router {
  const router = Router()
  router.use(clientsRoutes(deps), applicationsRoutes(deps), changePasswordRoutes(deps), languageRoutes(deps))
  return router
}
