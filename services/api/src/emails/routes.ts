import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import type { Logger } from '@pas/runtime/logger'
import { Router, type RequestHandler } from 'express'
import { actorOf, authenticate, principalOf, type AuthenticationDeps } from '../authentication/authenticate'
import type { AccountRates } from '../limits/account-rates'
import type { BodiesInFlight } from '../limits/bodies-in-flight'
import { countEmail } from '../limits/count-email'
import type { CaptureQueues } from '../previews/request-capture'
import { requestWhenFrozen } from '../previews/request-when-frozen'
import { parseEmailGuid } from '../previews/schema'
import { createEmail } from './create-email'
import { deleteEmail } from './delete-email'
import { readJsonBody } from './read-json-body'
import { createEmailRequest, emailResponse } from './schema'

type EmailDeps = Parameters<typeof createEmail>[0] &
  AuthenticationDeps &
  Parameters<typeof requestWhenFrozen>[0] & {
    accountRates: AccountRates
    bodiesInFlight: BodiesInFlight
    captureQueues: CaptureQueues
    logger: Logger
  }

/** Contract §4: a larger body is a 413. */
const maxBodyBytes = 10 * 1024 * 1024

export function emailRoutes(deps: EmailDeps): Router {
  const router = Router()
  router
    .route('/emails')
    .post(authenticate(deps), countEmail(deps, readEmail(deps)), async (req, res) => {
      const input = createEmailRequest.parse(req.body)
      const { email, previews } = await createEmail(deps, principalOf(res.locals), input)
      await requestWhenFrozen(deps, email, previews).catch((error: unknown) => {
        // The rows stand: a later request puts them into the queue.
        deps.logger.warn({ err: error }, 'captures of a new email are not queued')
      })
      res.setHeader('Cache-Control', 'no-store')
      res.json(emailResponse(email, input.configurations))
    })
    .all(refuseOtherMethods('POST'))
  router
    .route('/emails/:emailGuid')
    .delete(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const { accountId } = principalOf(res.locals)
      await deleteEmail(deps, { accountId, actor: actorOf(res.locals), ip: req.ip ?? '' }, emailGuid)
      res.setHeader('Cache-Control', 'no-store')
      res.status(204).end()
    })
    .all(refuseOtherMethods('DELETE'))
  return router
}

/** Reads the body into `req.body`. It counts as in flight until the request is over. */
function readEmail({ bodiesInFlight }: Pick<EmailDeps, 'bodiesInFlight'>): RequestHandler {
  return (req, res, next) => {
    const { hold, release } = bodiesInFlight.open(principalOf(res.locals).accountId)
    res.once('close', release)
    readJsonBody(req, { maxBytes: maxBodyBytes, mayBeCompressed: true, hold }).then((body) => {
      req.body = body
      next()
    }, next)
  }
}
