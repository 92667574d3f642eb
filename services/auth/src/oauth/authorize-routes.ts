import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { sendConsentPage } from '../consent/consent-page'
import { hasConsent } from '../consent/consent'
import { keepAuthorizationRequest } from '../consent/authorization-requests'
import { loginPath } from '../login/return-to'
import { signedInUserOf } from '../sessions/signed-in-user'
import type { AskingApplication } from './asking-application'
import { authorizePath } from './authorize-path'
import { callbackLocation } from './callback-location'
import { assertKnownApplication } from './checks/assert-known-application'
import { assertRegisteredRedirectUri } from './checks/assert-registered-redirect-uri'
import { OAuthError, redirectOAuthError } from './errors'
import { issueAuthorizationCode } from './issue-authorization-code'
import { parameterOf, queryParameters } from './query-parameters'
import { readAuthorizationRequest, type AuthorizationRequest } from './read-authorization-request'

export interface AuthorizeDeps {
  db: Database
  clock: Clock
}

/**
 * Contract §2: nothing but a GET is answered, and HEAD is no GET here, as it would issue a code that nobody reads. Comes before the
 * session is read and forms are checked.
 */
export function authorizeMethods(): Router {
  const router = Router()
  const refuse: RequestHandler = refuseOtherMethods('GET')
  router.all(authorizePath, (req, res, next) => {
    if (req.method === 'GET') next()
    else refuse(req, res, next)
  })
  return router
}

/** `GET /oauth/authorize` (specification §4.1). */
export function authorizeRoutes(deps: AuthorizeDeps): Router {
  const router = Router()
  router.get(authorizePath, async (req, res) => {
    const parameters = queryParameters(req)
    const application = await assertKnownApplication(deps, parameters)
    const callbackUri = assertRegisteredRedirectUri(application, parameters)
    // Only now may an error be redirected.
    try {
      await answer(deps, req, res, application, callbackUri, readAuthorizationRequest(parameters))
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      redirectOAuthError(res, 302, { callbackUri, state: parameterOf(parameters, 'state') }, error)
    }
  })
  return router
}

async function answer(
  deps: AuthorizeDeps,
  req: Request,
  res: Response,
  application: AskingApplication,
  callbackUri: string,
  request: AuthorizationRequest,
): Promise<void> {
  const user = signedInUserOf(res)
  if (!user) {
    redirectToSignIn(req, res)
    return
  }
  if (await hasConsent(deps, { userId: user.id, applicationId: application.id })) {
    const code = await issueAuthorizationCode(deps, { application, callbackUri, userId: user.id, request })
    res.status(302).set({
      Location: callbackLocation(callbackUri, { code, state: request.state }),
      'Cache-Control': 'no-store',
    })
    res.end()
    return
  }
  const asked = { sessionId: req.sessionID, userId: user.id, applicationId: application.id }
  const requestId = await keepAuthorizationRequest(deps, asked, request)
  // Signed out in another tab meanwhile.
  if (requestId === null) redirectToSignIn(req, res)
  else sendConsentPage(res, { application, user, callbackUri, requestId })
}

function redirectToSignIn(req: Request, res: Response): void {
  res
    .status(302)
    .set({ Location: loginPath(req.originalUrl), 'Cache-Control': 'no-store' })
    .end()
}
