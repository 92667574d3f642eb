import { isUnfinished } from '@pas/captures/capture-state'
import type { ListedPreview } from '@pas/captures/list-previews'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import type { ApiParts } from '../api-parts'
import { authenticateIfSent, emailCallerOf, isCredentialRefused } from '../authentication/authenticate'
import { requestWaits } from '../events'
import { parseEmailGuid } from '../previews/schema'
import { asSeenBy, getEmailWithPreviews, getListedEmail, untilNoneWaits } from './list-previews'
import { readPreferredWait } from './prefer-wait'
import { parseEmailClientCodes, previewListResponse } from './schema'

/**
 * What became of an email's previews: the list, at once or after a wait, and the event stream (docs/contract.md §4.7).
 * Neither needs a credential, and neither starts a capture. The owner, with one, has places apart from other callers,
 * and sees the email's `reference`.
 */
export function progressRoutes(deps: ApiParts): Router {
  const router = Router()
  const owner = authenticateIfSent(deps)
  router
    .route('/emails/:emailGuid/previews')
    .get(owner, async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const emailClients = parseEmailClientCodes(req.query)
      const caller = emailCallerOf(res)
      const read = async () => {
        const { email, previews } = await getEmailWithPreviews(deps, emailGuid)
        const isWanted = ({ emailClient }: ListedPreview): boolean => emailClients?.has(emailClient) ?? true
        return { email, previews: previews.filter(isWanted) }
      }
      let list = await read()
      const seconds = readPreferredWait(req.get('Prefer'))
      if (seconds !== null && req.method === 'GET') {
        if (list.previews.some(isUnfinished)) {
          const timeoutMs = Math.min(seconds * 1000, deps.config.longPollTimeoutMs)
          const signal = hungUpSignal(res)
          const giveBack = deps.waitingPlaces.take(caller, list.email)
          await requestWaits(
            untilNoneWaits(deps.emailWatchers, list.email, { emailClients, timeoutMs, signal }),
          ).finally(giveBack)
          list = await read()
        }
        res.setHeader('Preference-Applied', `wait=${seconds}`)
      }
      res.setHeader('Cache-Control', 'no-store')
      res.json(previewListResponse(deps.config.imagesUrl, asSeenBy(caller, list.email), list.previews))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))

  router
    .route('/emails/:emailGuid/events')
    .get(owner, async (req, res) => {
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
