import { listUsage } from '@pas/captures/list-usage'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { unavailable } from '../errors'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { linkToNext, maxUsageRows, parseUsageQuery, usageResponse } from './schema'

/** Few, because each reads many days' rows, and other requests need Postgres's connections too. */
const limits = { maxConcurrent: 2, maxPerAccount: 1 }
const turnTimeoutMs = 20_000

/** What the account used, as `pas usage` tells the operator. */
export function usageRoutes(deps: AuthenticationDeps & { config: { instantUrl: string } }): Router {
  const router = Router()
  const queue = createFairQueue(limits)
  router
    .route('/usage')
    .get(authenticate(deps), async (req, res) => {
      const { accountId } = callerOf(res).principal
      const query = parseUsageQuery(req.query, accountId, deps.clock.now())
      const turnTimeout = AbortSignal.timeout(turnTimeoutMs)
      const rows = await queue
        .open(accountId, limits.maxPerAccount)
        .run(() => listUsage(deps, accountId, { ...query, limit: maxUsageRows + 1 }), turnTimeout)
        .catch((error: unknown) => {
          throw error === turnTimeout.reason
            ? unavailable('Too many requests for usage are waiting; try again shortly.', error)
            : error
        })
      const page = rows.slice(0, maxUsageRows)
      const last = page.at(-1)
      if (last && rows.length > page.length)
        res.setHeader('Link', linkToNext(deps.config.instantUrl, accountId, query, last))
      res.setHeader('Cache-Control', 'no-store')
      res.json(usageResponse(page, query))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
