import type { Database } from '@pas/db/database'
import { parseInput, singleText } from '@pas/pages/parse-input'
import type { Clock } from '@pas/runtime/clock'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { Router } from 'express'
import { z } from 'zod'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { sendApplicationsPage } from './applications-page'
import { disconnectApplication } from './disconnect-application'
import { listConnectedApplications } from './list-connected-applications'

/** What the routes of connected applications need. */
export interface ApplicationsDeps {
  db: Database
  clock: Clock
}

const disconnectForm = z.object({ client_id: singleText })

/**
 * `/settings/applications`: lists and disconnects the applications to which a user gave consent (docs/contract.md
 * §2.4).
 */
export function applicationsRoutes(deps: ApplicationsDeps): Router {
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
