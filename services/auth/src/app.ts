import { createFormProtection } from '@pas/pages/form-protection'
import { pageAssets } from '@pas/pages/page-assets'
import { createPageHeaders } from '@pas/pages/page-headers'
import { readCookies } from '@pas/pages/read-cookies'
import { readForm } from '@pas/pages/read-form'
import { createSealer } from '@pas/pages/sealing/create-sealer'
import { createBaseApp } from '@pas/runtime/http/base-app'
import { refuseUnknownPath } from '@pas/runtime/http/error-responder'
import { healthRoutes, type Readiness, type ReadinessCheck } from '@pas/runtime/http/health'
import { Router, type Express, type Request } from 'express'
import path from 'node:path'
import type { AuthParts } from './auth-parts'
import { consentRoutes } from './authorize/consent-routes'
import { keepLongRequest } from './authorize/keep-long-request'
import { authorizeRoutes, refuseAuthorizeMethodsButGet } from './authorize/routes'
import { tokenRoutes } from './token/routes'
import { loginRoutes } from './login/routes'
import { staleSignInForm } from './login/stale-sign-in-form'
import { passwordRoutes } from './passwords/routes'
import { peopleRoutes } from './people/routes'
import { openidRoutes } from './openid/routes'
import { secondFactorSettingsRoutes } from './second-factor/settings-routes'
import { askSecondFactor, secondFactorSignInRoutes } from './second-factor/sign-in-routes'
import { findSession, sessionCookie } from './sessions/session-store'
import { readSignedInUser } from './sessions/signed-in-user'
import { apiKeyRoutes } from './api-keys/routes'
import { applicationsRoutes } from './settings/applications-routes'
import { clientsRoutes } from './settings/clients-routes'
import { languageRoutes } from './settings/language-routes'
import { changePasswordRoutes } from './settings/password-routes'
import { switchRoutes } from './switch/routes'
import { countForm } from './throttle/count-form'
import { usageRoutes } from './usage/routes'
import { pageErrorResponder } from './views/page-error-responder'

const pageHeaders = createPageHeaders()

export function createApp(
  deps: AuthParts,
  readiness: Readiness,
  readinessChecks: readonly ReadinessCheck[],
): Express {
  const { config, logger } = deps
  const { openid } = config
  const app = createBaseApp({ http: config.http, logger, plainPages: { redirectTo: config.authUrl } })
  app.locals.product = config.product
  app.locals.boardUrl = config.boardUrl
  app.locals.sendsMail = config.mail !== null && !openid?.isOnly
  app.locals.openid = openid && { name: openid.name, isOnly: openid.isOnly }
  app.use(healthRoutes(readiness, readinessChecks, logger))
  app.use('/assets', pageAssets(path.join(__dirname, 'assets')))
  app.use(tokenRoutes(deps))
  app.use(pageRoutes(deps))
  app.use(refuseUnknownPath)
  app.use(pageErrorResponder(logger, pageHeaders))
  return app
}

/** These routes have a session, and accept only forms from our own pages. */
function pageRoutes(deps: AuthParts): Router {
  const formProtection = createFormProtection({
    url: deps.config.authUrl,
    secret: deps.config.sessionSecret,
    cookieName: '__Host-form',
  })
  const signInDeps = {
    ...deps,
    sealer: createSealer(deps.config.encryptionKeys, 'pas auth sealing'),
    pathAfterSignIn: (req: Request, path: string) => keepLongRequest(deps, req, path),
  }
  const { openid } = deps.config
  const router = Router()
  router.use(
    pageHeaders,
    refuseAuthorizeMethodsButGet(),
    // Before the session is read: the body may take a minute to arrive, and the user may be signed out or disabled in
    // that time.
    readForm,
    readCookies(deps.config.sessionSecret),
    sessionCookie.read((id) => findSession(deps, id)),
    readSignedInUser(deps),
    formProtection.refuseForeignForms,
    countForm(deps),
    formProtection.provideFormToken,
  )
  router.use('/login', staleSignInForm(deps, formProtection))
  if (openid) router.use(openidRoutes(signInDeps, openid))
  // With OIDC_ONLY there are no passwords, with which changes of the account are confirmed, and second factors are the
  // provider's matter (ADR 38).
  if (!openid?.isOnly) {
    router.use(
      passwordRoutes(signInDeps),
      secondFactorSignInRoutes(signInDeps),
      secondFactorSettingsRoutes(signInDeps),
      peopleRoutes(signInDeps),
      apiKeyRoutes(signInDeps),
    )
  }
  router.use(
    authorizeRoutes(deps),
    consentRoutes(deps),
    loginRoutes({
      ...signInDeps,
      askSecondFactor: (res, signIn) => askSecondFactor(signInDeps, res, signIn),
    }),
    clientsRoutes(deps),
    applicationsRoutes(deps),
    changePasswordRoutes(deps),
    languageRoutes(deps),
    switchRoutes(deps),
    usageRoutes(deps),
  )
  return router
}
