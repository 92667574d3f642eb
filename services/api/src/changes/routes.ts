import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { parseEmailGuid, parsePreviewAddress } from '../previews/schema'
import { listChanges, listChangesOfClients, type ListChangesDeps } from './list-changes'
import { changesOfClientsResponse, changesResponse, parseChangesQuery } from './schema'

/** For the account of the email only, as the changes reveal its content. */
export function changeRoutes(deps: AuthenticationDeps & ListChangesDeps): Router {
  const router = Router()
  router
    .route('/emails/:emailGuid/previews/:emailClient/changes')
    .get(authenticate(deps), async (req, res) => {
      const address = parsePreviewAddress(req.params, req.query)
      const { principal } = callerOf(res)
      const changes = await listChanges(deps, principal.accountId, address, hungUpSignal(res))
      res.setHeader('Cache-Control', 'no-store')
      res.json(changesResponse(changes))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/emails/:emailGuid/changes')
    .get(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const emailClients = parseChangesQuery(req.query)
      const { accountId } = callerOf(res).principal
      const request = { emailGuid, emailClients }
      const changes = await listChangesOfClients(deps, accountId, request, hungUpSignal(res))
      res.setHeader('Cache-Control', 'no-store')
      res.json(changesOfClientsResponse(changes))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
