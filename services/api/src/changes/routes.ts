import type { comparedChangesBody } from '@pas/api-contract/changes'
import { byClients, uprightWithImages } from '@pas/email-clients/effects/changes-of-clients'
import type { EmailClient } from '@pas/email-clients/email-client'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal } from '@pas/runtime/http/hung-up'
import { Router, type Request, type RequestHandler } from 'express'
import type { z } from 'zod'
import {
  authenticate,
  callerOf,
  type AuthenticationDeps,
  type EmailCaller,
} from '../authentication/authenticate'
import { beginMeasurements } from '../checks/measurements/begin-measurements'
import type { MeasuringDeps } from '../checks/measurements/measurement'
import { takePlaceAndWait } from '../checks/wait-for-checks'
import { getOpenEmail, storedEmail, type OpenEmail } from '../emulation/open-email'
import { countCheck } from '../limits/count-request'
import { readPreferredWait } from '../progress/prefer-wait'
import { parseEmailGuid, parsePreviewAddress } from '../previews/schema'
import { compareChanges } from './compare-changes'
import { listChanges, type ListChangesDeps } from './list-changes'
import { changesOfClientsResponse, changesResponse, parseChangesQuery } from './schema'

type ChangeParts = AuthenticationDeps &
  ListChangesDeps &
  MeasuringDeps &
  Parameters<typeof countCheck>[0] &
  Parameters<typeof takePlaceAndWait>[0]

/** For the account of the email only, as the changes reveal its content. */
export function changeRoutes(deps: ChangeParts): Router {
  const router = Router()
  const count = countCheck(deps)
  /** Measuring draws pictures: it counts as a check. */
  const countIfMeasured: RequestHandler<{ emailGuid: string; emailClient: string }> = async (
    req,
    res,
    next,
  ) => {
    if (preferredWaitOf(req) === null) next()
    else await count(req, res, next)
  }
  router
    .route('/emails/:emailGuid/previews/:emailClient/changes')
    .get(authenticate(deps), countIfMeasured, async (req, res) => {
      const { emailGuid, ...configuration } = parsePreviewAddress(req.params, req.query)
      const { accountId } = callerOf(res).principal
      const signal = hungUpSignal(res)
      const asked = { emailGuid, configurations: [configuration] }
      const seconds = preferredWaitOf(req)
      if (seconds !== null) {
        const stored = await getOpenEmail(deps, emailGuid, accountId)
        const caller = { accountId, ip: req.ip }
        await measureEffects(deps, { caller, stored, seconds }, configuration.emailClient, signal)
        res.setHeader('Preference-Applied', `wait=${seconds}`)
      }
      const changes = await listChanges(deps, accountId, asked, signal)
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
      const configurations = uprightWithImages(emailClients)
      const list = async (guid: string) =>
        byClients(await listChanges(deps, accountId, { emailGuid: guid, configurations }, hungUpSignal(res)))
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

/** HEAD does not wait. */
const preferredWaitOf = (req: Pick<Request, 'get' | 'method'>): number | null =>
  req.method === 'GET' ? readPreferredWait(req.get('Prefer')) : null

async function measureEffects(
  deps: ChangeParts,
  { caller, stored, seconds }: { caller: EmailCaller; stored: OpenEmail; seconds: number },
  emailClient: EmailClient,
  signal: AbortSignal,
): Promise<void> {
  const email = storedEmail(deps.storage, stored.id)
  const subject = { email, names: ['effects'] as const, emailClients: [emailClient] }
  const begun = await beginMeasurements(deps, stored, subject, signal)
  await takePlaceAndWait(deps, { caller, email: stored, seconds }, signal, (end) => begun.untilEnded(end))
}
