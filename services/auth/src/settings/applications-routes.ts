import { recordAuditEvent } from '@pas/accounts/record-audit-event'
import { endConsent } from '@pas/consents/end-consent'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { PageError } from '@pas/pages/page-error'
import { parseInput, singleText } from '@pas/pages/parse-input'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { deleteDeliveries } from '@pas/webhooks/remove-webhooks'
import { Router } from 'express'
import { z } from 'zod'
import { requireSignIn, userOf } from '../login/require-sign-in'
import { actedBy, type SignedInUser } from '../sessions/signed-in-user'
import { sendApplicationsPage } from './applications-page'
import { applicationsTexts } from './applications-texts'
import { listConnectedApplications } from './list-connected-applications'

const disconnectForm = z.object({ client_id: singleText })

/** docs/contract.md §2.4. */
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

/** The consent may be one that a user of the parent account gave while acting for this one. Throws `not_found`. */
async function disconnectApplication(
  { db, clock }: DatabaseDeps,
  user: SignedInUser,
  clientId: string,
  ip: string | undefined,
): Promise<void> {
  const webhookIds = await db.$transaction(async (tx) => {
    const application = await tx.oauthApplication.findUnique({
      where: { clientId },
      select: { id: true },
    })
    const ended =
      application &&
      (await endConsent({ db: tx, clock }, { userId: user.id, oauthApplicationId: application.id }))
    if (!ended) throw new PageError('not_found', (language) => applicationsTexts[language].notConnected)
    const { revoked, links, webhookIds } = ended
    await recordAuditEvent(tx, {
      at: clock.now(),
      ...actedBy(user, { revoked, links, webhooks: webhookIds.length }),
      action: 'consent.revoke',
      target: `application:${clientId}`,
      ...(ip && { ip }),
    })
    return webhookIds
  })
  // Not in the transaction, which millions of deliveries would keep open.
  await deleteDeliveries({ db }, webhookIds)
}
