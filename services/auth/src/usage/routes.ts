import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { requireAdmin } from '../administration/require-admin'
import type { AuthParts } from '../auth-parts'
import { userOf } from '../login/require-sign-in'
import { createUsageReader } from './read-usage'
import { sendUsagePage } from './usage-page'

export function usageRoutes(deps: AuthParts): Router {
  const readUsage = createUsageReader(deps, deps.config.accountLimits)
  const router = Router()
  router
    .route('/settings/usage')
    .get(requireAdmin(deps), async (_req, res) => {
      sendUsagePage(res, { now: deps.clock.now(), ...(await readUsage(userOf(res).account.id)) })
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
