import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import { loginPath } from '../login/return-to'
import { findAskingApplication, registeredCallbackUri } from '../oauth/asking-application'
import { authorizePathOf } from '../oauth/authorize-path'
import { callbackLocation } from '../oauth/callback-location'
import { OAuthError, redirectOAuthError } from '../oauth/errors'
import { issueAuthorizationCode } from '../oauth/issue-authorization-code'
import { endSession } from '../sessions/end-session'
import { signedInUserOf } from '../sessions/signed-in-user'
import { takeAuthorizationRequest } from './authorization-requests'
import { recordDecline, storeConsent } from './consent'

export interface ConsentDeps {
  db: Database
  clock: Clock
}

/** A repeated field comes as an array, and no array is a request or a decision. */
const consentForm = z.object({
  request: z.string().max(100),
  decision: z.enum(['approve', 'decline', 'another_user']),
})

/** `POST /oauth/consent`: the answer to the page that `GET /oauth/authorize` showed. Forms of others were refused before. */
export function consentRoutes(deps: ConsentDeps): Router {
  const router = Router()
  router
    .route('/oauth/consent')
    .post(async (req, res) => {
      const form = consentForm.safeParse(req.body)
      if (!form.success) {
        throw new ApiError('invalid_request', `This answer cannot be read. ${startAgain}`)
      }
      const { request: requestId, decision } = form.data
      const user = signedInUserOf(res)
      const asked = user && { requestId, sessionId: req.sessionID, userId: user.id }
      const request = asked && (await takeAuthorizationRequest(deps, asked))
      if (!user || !request) {
        throw new ApiError(
          'forbidden',
          `This question was answered already, is older than 10 minutes, or was put to somebody else. ${startAgain}`,
        )
      }
      const { application, callbackUri } = await stillRegistered(deps, request)
      const target = { callbackUri, state: request.state }
      if (decision === 'another_user') {
        await endSession(deps, req, res, user.id)
        res.redirect(303, loginPath(authorizePathOf(application.clientId, request)))
        return
      }
      const answer = { userId: user.id, application, ip: req.ip ?? null }
      if (decision === 'decline') {
        await recordDecline(deps, answer)
        redirectOAuthError(res, 303, target, new OAuthError('access_denied', 'The user declined.'))
        return
      }
      await storeConsent(deps, { ...answer, scope: request.scope })
      const code = await issueAuthorizationCode(deps, { application, callbackUri, userId: user.id, request })
      const location = callbackLocation(callbackUri, { code, state: request.state })
      res.status(303).set({ Location: location, 'Cache-Control': 'no-store' }).end()
    })
    .all(refuseOtherMethods('POST'))
  return router
}

const startAgain = 'This answer allowed nothing. Go back to the application and start again from there.'

/** The operator may have changed the application while the page was open. */
async function stillRegistered(
  deps: ConsentDeps,
  { applicationId, redirectUri }: { applicationId: number; redirectUri: string | null },
) {
  const application = await findAskingApplication(deps, { id: applicationId })
  const callbackUri = application && registeredCallbackUri(application, redirectUri)
  if (!callbackUri) {
    throw new ApiError(
      'invalid_request',
      `The application is not registered as it was any more. ${startAgain}`,
    )
  }
  return { application, callbackUri }
}
