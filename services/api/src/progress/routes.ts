import { isUnfinished } from '@pas/captures/capture-state'
import type { ListedPreview } from '@pas/captures/list-previews'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import { requestWaits } from '../events'
import { parseEmailGuid } from '../previews/schema'
import type { EmailWatchers } from './email-watchers'
import type { EventStreams } from './event-streams'
import { getEmailWithPreviews, untilNoneWaits } from './list-previews'
import { readPreferredWait } from './prefer-wait'
import { parseEmailClientNames, previewListResponse } from './schema'

/** What the list of an email's previews and the event stream need. */
export interface ProgressDeps {
  db: Database
  clock: Clock
  emailWatchers: EmailWatchers
  eventStreams: EventStreams
  imagesUrl: string
  longPollTimeoutMs: number
}

/**
 * What became of an email's previews: the list, at once or after a wait, and the event stream (docs/contract.md §4).
 * Neither needs credentials, and neither starts a capture.
 */
export function progressRoutes(deps: ProgressDeps): Router {
  const router = Router()
  router
    .route('/emails/:emailGuid/previews')
    .get(async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const emailClients = parseEmailClientNames(req.query)
      const read = async () => {
        const { email, previews } = await getEmailWithPreviews(deps, emailGuid)
        const isWanted = ({ emailClient }: ListedPreview): boolean => emailClients?.has(emailClient) ?? true
        return { email, previews: previews.filter(isWanted) }
      }
      let list = await read()
      const seconds = readPreferredWait(req.get('Prefer'))
      if (seconds !== null && req.method === 'GET') {
        res.setHeader('Preference-Applied', `wait=${seconds}`)
        if (list.previews.some(isUnfinished)) {
          const timeoutMs = Math.min(seconds * 1000, deps.longPollTimeoutMs)
          const signal = hungUpSignal(res)
          await requestWaits(
            untilNoneWaits(deps.emailWatchers, emailGuid, { emailClients, timeoutMs, signal }),
          )
          list = await read()
        }
      }
      res.setHeader('Cache-Control', 'no-store')
      res.json(previewListResponse(deps.imagesUrl, list.email, list.previews))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))

  router
    .route('/emails/:emailGuid/events')
    .get(async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      if (!req.accepts('text/event-stream'))
        throw new ApiError('not_acceptable', 'This is an event stream; ask with Accept: text/event-stream.')
      await deps.eventStreams.open(res, emailGuid)
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
