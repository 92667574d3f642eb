import { isUnfinished } from '@pas/captures/capture-state'
import type { ListedPreview } from '@pas/captures/list-previews'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router, type RequestHandler } from 'express'
import {
  authenticate,
  authenticateIfSent,
  callerOf,
  emailCallerOf,
  isCredentialRefused,
  type AuthenticationDeps,
} from '../authentication/authenticate'
import { requestWaits } from '../events'
import type { ConnectionPlaces } from '../limits/connection-places'
import { parseEmailGuid } from '../previews/schema'
import type { EmailWatchers } from './email-watchers'
import type { EventStreams } from './event-streams'
import { asSeenBy, getBase, getEmailWithPreviews, getListedEmail, untilNoneWaits } from './list-previews'
import { readPreferredWait } from './prefer-wait'
import { parseEmailClientCodes, previewListResponse } from './schema'

/**
 * The list of an email's previews and its event stream (docs/contract.md §4.7). Neither needs a credential. The owner,
 * with one, has places of its own and sees the email's `reference`.
 */
export function progressRoutes(
  deps: AuthenticationDeps & {
    config: { longPollTimeoutMs: number; imagesUrl: string }
    waitingPlaces: ConnectionPlaces
    emailWatchers: EmailWatchers
    eventStreams: EventStreams
  },
): Router {
  const router = Router()
  const authenticatedIfSent = authenticateIfSent(deps)
  const authenticated = authenticate(deps)
  // Which emails are versions of each other is the owner's knowledge.
  const authenticatedIfNeeded: RequestHandler = (req, res, next) =>
    (req.query.base === undefined ? authenticatedIfSent : authenticated)(req, res, next)
  router
    .route('/emails/:emailGuid/previews')
    .get(authenticatedIfNeeded, async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const baseGuid = req.query.base === undefined ? null : parseEmailGuid(req.query.base, 'base')
      const emailClients = parseEmailClientCodes(req.query)
      const caller = emailCallerOf(res)
      const readList = async () => {
        const { email, previews } = await getEmailWithPreviews(deps, emailGuid)
        const isWanted = ({ emailClient }: ListedPreview): boolean => emailClients?.has(emailClient) ?? true
        return { email, previews: previews.filter(isWanted) }
      }
      const readBase = async () =>
        baseGuid === null ? null : getBase(deps, callerOf(res).principal.accountId, { emailGuid, baseGuid })
      let [list, base] = await Promise.all([readList(), readBase()])
      const seconds = readPreferredWait(req.get('Prefer'))
      if (seconds !== null && req.method === 'GET') {
        if (list.previews.some(isUnfinished)) {
          const timeoutMs = Math.min(seconds * 1000, deps.config.longPollTimeoutMs)
          const signal = hungUpSignal(res)
          const giveBack = deps.waitingPlaces.take(caller, list.email)
          await requestWaits(
            untilNoneWaits(deps.emailWatchers, list.email, { emailClients, timeoutMs, signal }),
          ).finally(giveBack)
          ;[list, base] = await Promise.all([readList(), readBase()])
        }
        res.setHeader('Preference-Applied', `wait=${seconds}`)
      }
      res.setHeader('Cache-Control', 'no-store')
      res.json(previewListResponse(deps.config.imagesUrl, asSeenBy(caller, list.email), list.previews, base))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))

  router
    .route('/emails/:emailGuid/events')
    .get(authenticatedIfSent, async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      if (!req.accepts('text/event-stream'))
        throw new ApiError('not_acceptable', 'This is an event stream; ask with Accept: text/event-stream.')
      const isRefused = (): Promise<boolean> => isCredentialRefused(deps, req)
      const caller = { ...emailCallerOf(res), isRefused }
      await deps.eventStreams.open(res, caller, await getListedEmail(deps, emailGuid))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
