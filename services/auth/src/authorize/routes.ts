import type { DatabaseDeps } from '@pas/db/row-deps'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { sendConsentPage } from './consent-page'
import { ensureConsent } from './consent'
import { keepAuthorizationRequest } from './authorization-requests'
import { leadToSignIn } from '../login/lead-to-sign-in'
import { signedInUserOf } from '../sessions/signed-in-user'
import type { ActiveApplication } from '../oauth/active-application'
import { authorizePath, continuePath } from './authorize-path'
import { assertRegistered } from './assert-registered'
import { OAuthError, redirectOAuthError } from '../oauth/errors'
import { issueAuthorizationCode, redirectWithCode } from './issue-authorization-code'
import { parameterOf, readQueryParameters } from '../oauth/query-parameters'
import { readAuthorizationRequest, type AuthorizationRequest } from './read-authorization-request'

/**
 * docs/contract.md §2.1: 405 for all but GET. Express would handle HEAD as a GET, and issue a code that no caller gets.
 * Mount it before forms are checked: a foreign form gets 405, too.
 */
export function refuseAuthorizeMethodsButGet(): Router {
  const router = Router()
  const refuse: RequestHandler = refuseOtherMethods('GET')
  router.all([authorizePath, continuePath], (req, res, next) => {
    if (req.method === 'GET') next()
    else refuse(req, res, next)
  })
  return router
}

/** docs/contract.md §2.1. */
export function authorizeRoutes(deps: DatabaseDeps): Router {
  const router = Router()
  router.get(authorizePath, async (req, res) => {
    const parameters = readQueryParameters(req.originalUrl)
    const { application, callbackUri } = await assertRegistered(deps, parameters)
    try {
      await answerRequest(deps, req, res, application, callbackUri, readAuthorizationRequest(parameters))
    } catch (error) {
      if (!(error instanceof OAuthError)) throw error
      redirectOAuthError(res, 302, { callbackUri, state: parameterOf(parameters, 'state') }, error)
    }
  })
  return router
}

async function answerRequest(
  deps: DatabaseDeps,
  req: Request,
  res: Response,
  application: ActiveApplication,
  callbackUri: string,
  request: AuthorizationRequest,
): Promise<void> {
  const user = signedInUserOf(res)
  if (!user) {
    leadToSignIn(req, res, 302, req.originalUrl, application)
    return
  }
  if (await ensureConsent(deps, { user, application, ip: req.ip ?? null, scope: request.scope })) {
    const code = await issueAuthorizationCode(deps, { application, callbackUri, user, request })
    if (code !== null) {
      redirectWithCode(res, 302, { callbackUri, state: request.state }, code)
      return
    }
    // The session has ended, or the consent was taken back, since `ensureConsent`.
  }
  const parties = { sessionId: user.sessionId, userId: user.id, applicationId: application.id }
  const requestId = await keepAuthorizationRequest(deps, parties, request)
  // The session has ended since the request began, as when the user signs out in another tab.
  if (requestId === null) leadToSignIn(req, res, 302, req.originalUrl, application)
  else sendConsentPage(res, { application, user, callbackUri, requestId })
}
