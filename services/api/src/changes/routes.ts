import type { comparedChangesBody } from '@pas/api-contract/changes'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router } from 'express'
import type { z } from 'zod'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { parseEmailGuid, parsePreviewAddress } from '../previews/schema'
import { compareChanges } from './compare-changes'
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
      const list = (guid: string) =>
        listChangesOfClients(deps, accountId, { emailGuid: guid, emailClients }, hungUpSignal(res))
      const base = req.query.base === undefined ? null : parseEmailGuid(req.query.base, 'base')
      const [changes, earlier] = await Promise.all([list(emailGuid), base === null ? null : list(base)])
      res.setHeader('Cache-Control', 'no-store')
      if (earlier === null) {
        res.json(changesOfClientsResponse(changes))
        return
      }
      const { began, ended } = compareChanges(earlier, changes)
      res.json({
        began: changesOfClientsResponse(began),
        ended: changesOfClientsResponse(ended),
      } satisfies z.output<typeof comparedChangesBody>)
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}
