import { listInboxes } from '@pas/emails/list-inboxes'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router, type RequestHandler, type Response } from 'express'
import type { z } from 'zod'
import {
  authenticate,
  callerOf,
  emailCallerOf,
  type AuthenticationDeps,
} from '../authentication/authenticate'
import { requestWaits } from '../events'
import type { ConnectionPlaces } from '../limits/connection-places'
import { readPreferredWait } from '../progress/prefer-wait'
import type { EmailArrivals } from './email-arrivals'
import { listOwnEmails, untilListed, type EmailPage } from './find-emails'
import { emailDescription, emailListQuery, inboxesResponse } from './schema'

export type ListParts = AuthenticationDeps & {
  emailArrivals: EmailArrivals
  waitingPlaces: ConnectionPlaces
  config: { longPollTimeoutMs: number }
}

const maxInboxes = 200

/** `GET /emails`; may wait for the first email of an empty list. */
export const answerWithList =
  (deps: ListParts): RequestHandler =>
  async (req, res) => {
    const query = emailListQuery.parse(req.query)
    const mayWait = query.before === undefined && req.method === 'GET'
    const seconds = mayWait ? readPreferredWait(req.get('Prefer')) : null
    const { emails, next } = await (seconds === null
      ? listOwnEmails(deps, callerOf(res).principal.accountId, query)
      : waitForList(deps, res, query, seconds))
    if (seconds !== null) res.setHeader('Preference-Applied', `wait=${seconds}`)
    res.setHeader('Cache-Control', 'no-store')
    res.json({
      emails: emails.map(({ email, counts }) => emailDescription(email, counts)),
      ...(next !== null && { next }),
    })
  }

export function inboxRoutes(deps: ListParts): Router {
  const router = Router()
  router
    .route('/inboxes')
    .get(authenticate(deps), async (_req, res) => {
      const inboxes = await listInboxes(deps, callerOf(res).principal.accountId, maxInboxes)
      res.setHeader('Cache-Control', 'no-store')
      res.json(inboxesResponse(inboxes))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

async function waitForList(
  deps: ListParts,
  res: Response,
  query: z.output<typeof emailListQuery>,
  seconds: number,
): Promise<EmailPage> {
  const { accountId } = callerOf(res).principal
  const giveBack = deps.waitingPlaces.take(emailCallerOf(res), { id: '', accountId })
  const timeoutMs = Math.min(seconds * 1000, deps.config.longPollTimeoutMs)
  const wait = { timeoutMs, signal: hungUpSignal(res) }
  return requestWaits(untilListed(deps, accountId, query, wait)).finally(giveBack)
}
