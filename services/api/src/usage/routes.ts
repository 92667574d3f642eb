import { listUsage } from '@pas/captures/list-usage'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { unavailable } from '../errors'
import { createFairQueue } from '@pas/runtime/fair-queue'
import { linkToNext, maxUsageRows, parseUsageQuery, usageResponse } from './schema'

/** Few, because each reads the rows of many days, and others need connections to Postgres too. */
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
      const wanted = parseUsageQuery(req.query, accountId, deps.clock.now())
      const turn = AbortSignal.timeout(turnTimeoutMs)
      const found = await queue
        .open(accountId, limits.maxPerAccount)
        .run(() => listUsage(deps, accountId, { ...wanted, limit: maxUsageRows + 1 }), turn)
        .catch((error: unknown) => {
          throw error === turn.reason
            ? unavailable('Too many requests for usage are waiting; try again shortly.', error)
            : error
        })
      const used = found.slice(0, maxUsageRows)
      const last = used.at(-1)
      if (last && found.length > used.length)
        res.setHeader('Link', linkToNext(deps.config.instantUrl, accountId, wanted, last))
      res.setHeader('Cache-Control', 'no-store')
      res.json(usageResponse(used, wanted))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
