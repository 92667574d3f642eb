import type { DatabaseDeps } from '@pas/db/row-deps'
import { PageError } from '@pas/pages/page-error'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router, type Request, type Response } from 'express'
import { z } from 'zod'
import { leadToSignIn } from '../login/lead-to-sign-in'
import { findActiveApplication, findCallbackUri } from '../oauth/active-application'
import { authorizePathOf, continuePath } from './authorize-path'
import { OAuthError, redirectOAuthError } from '../oauth/errors'
import { issueAuthorizationCode, redirectWithCode } from './issue-authorization-code'
import { endSession } from '../sessions/end-session'
import { switchUser } from '../sessions/switch-user'
import { parameterOf, readQueryParameters } from '../oauth/query-parameters'
import { signedInUserOf, type SignedInUser } from '../sessions/signed-in-user'
import {
  findAuthorizationRequest,
  takeAuthorizationRequest,
  type KeptAuthorizationRequest,
} from './authorization-requests'
import { ensureConsent, mustSwitchBack, recordDecline, storeConsent } from './consent'
import { sendConsentPage } from './consent-page'
import { keepLongRequest } from './keep-long-request'
import { refusedAnswerTexts } from './refused-answer-texts'

/** A field that is sent twice is an array, which is refused. */
const consentForm = z.object({
  request: z.string().max(100),
  decision: z.enum(['approve', 'decline', 'another_user', 'switch_back']),
})

/**
 * `/oauth/consent` takes the answer to a consent page. `/oauth/continue` goes on with a request that was too long for a
 * `Location` after signing in.
 */
export function consentRoutes(deps: DatabaseDeps): Router {
  const router = Router()
  router
    .route('/oauth/consent')
    .post(async (req, res) => {
      const form = consentForm.safeParse(req.body)
      if (!form.success)
        throw new PageError('invalid_request', (language) => refusedAnswerTexts[language].unreadableAnswer)
      const { request: requestId, decision } = form.data
      const user = signedInUserOf(res)
      const request = user && (await takeAuthorizationRequest(deps, { requestId, user }))
      if (!user || !request) throw notWaiting()
      const { application, callbackUri } = await assertStillRegistered(deps, request)
      const target = { callbackUri, state: request.state }
      if (decision === 'another_user') {
        await endSession(deps, req, user)
        leadToSignIn(req, res, 303, authorizePathOf(application.clientId, request), application)
        return
      }
      if (decision === 'switch_back') {
        await switchBack(deps, req, res, user, authorizePathOf(application.clientId, request))
        return
      }
      const answer = { user, application, ip: req.ip ?? null }
      if (decision === 'decline') {
        await recordDecline(deps, answer)
        redirectOAuthError(res, 303, target, new OAuthError('access_denied', 'The user declined.'))
        return
      }
      if (mustSwitchBack(answer))
        throw new PageError('forbidden', (language) => refusedAnswerTexts[language].switchBackFirst)
      await storeConsent(deps, { ...answer, scope: request.scope })
      const code = await issueAuthorizationCode(deps, { application, callbackUri, user, request })
      if (code === null)
        throw new PageError('forbidden', (language) => refusedAnswerTexts[language].sessionEnded)
      redirectWithCode(res, 303, target, code)
    })
    .all(refuseOtherMethods('POST'))

  // `keepLongRequest` redirects to this path. `refuseAuthorizeMethodsButGet` has refused other methods.
  router.get(continuePath, async (req, res) => {
    const requestId = parameterOf(readQueryParameters(req.originalUrl), 'request') ?? ''
    const user = signedInUserOf(res)
    const request = user && (await findAuthorizationRequest(deps, { requestId, user }))
    if (!user || !request) throw notWaiting()
    const { application, callbackUri } = await assertStillRegistered(deps, request)
    const grant = { user, application, ip: req.ip ?? null, scope: request.scope }
    if (!(await ensureConsent(deps, grant))) {
      sendConsentPage(res, { application, user, callbackUri, requestId })
      return
    }
    if (!(await takeAuthorizationRequest(deps, { requestId, user }))) throw notWaiting()
    const code = await issueAuthorizationCode(deps, { application, callbackUri, user, request })
    if (code === null) throw notWaiting()
    redirectWithCode(res, 302, { callbackUri, state: request.state }, code)
  })
  return router
}

/** Asks the user who signed in the same question. */
async function switchBack(
  deps: DatabaseDeps,
  req: Request,
  res: Response,
  user: SignedInUser,
  authorizePath: string,
): Promise<void> {
  const { actor } = user
  if (!actor) throw notWaiting()
  if (await switchUser(deps, req, { user, target: actor }))
    res.redirect(303, await keepLongRequest(deps, req, authorizePath))
  else leadToSignIn(req, res, 303, authorizePath)
}

const notWaiting = (): PageError =>
  new PageError('forbidden', (language) => refusedAnswerTexts[language].notWaiting)

/** The operator may have changed or disabled the application while the page was open. */
async function assertStillRegistered(
  deps: DatabaseDeps,
  { applicationId, redirectUri }: KeptAuthorizationRequest,
) {
  const application = await findActiveApplication(deps, { id: applicationId })
  const callbackUri = application && findCallbackUri(application, redirectUri)
  if (!callbackUri) {
    throw new PageError('invalid_request', (language) => refusedAnswerTexts[language].applicationChanged)
  }
  return { application, callbackUri }
}
