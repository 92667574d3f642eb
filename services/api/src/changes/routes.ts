import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { parsePreviewAddress } from '../previews/schema'
import { listChanges, type ListChangesDeps } from './list-changes'
import { changesResponse } from './schema'

/**
 * `GET …/changes`: what an email client changes in an email. For the email's account only, because the answer reveals
 * the email's content.
 */
export function changeRoutes(deps: AuthenticationDeps & ListChangesDeps): Router {
  const router = Router()
  router
    .route('/emails/:emailGuid/previews/:emailClient/changes')
    .get(authenticate(deps), async (req, res) => {
      const address = parsePreviewAddress(req.params, req.query)
      const { principal } = callerOf(res)
      const changes = await listChanges(deps, principal.accountId, address)
      res.setHeader('Cache-Control', 'no-store')
      res.json(changesResponse(changes))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
