import type { DatabaseDeps } from '@pas/db/row-deps'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { sendApplicationsPage } from './applications-page'
import { disconnectApplication } from './disconnect-application'
import { listConnectedApplications } from './list-connected-applications'

const disconnectForm = z.object({ client_id: singleText })

/** `/settings/applications`: lists and disconnects the applications with a consent (docs/contract.md §2.4). */
export function applicationsRoutes(deps: DatabaseDeps): Router {
  const router = Router()
  router
    .route('/settings/applications')
    .get(requireSignIn, async (req, res) => {
      sendApplicationsPage(res, {
        applications: await listConnectedApplications(deps, userOf(res).id),
        wasDisconnected: req.query.disconnected !== undefined,
      })
    })
    .post(requireSignIn, async (req, res) => {
      const { client_id } = parseInput(disconnectForm, req.body)
      await disconnectApplication(deps, userOf(res), client_id, req.ip)
      res.redirect(303, '/settings/applications?disconnected=1')
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  return router
}
