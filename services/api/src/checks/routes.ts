import { noMeasurements, type Measurements } from '@pas/email-checks/measurements'
import { sarifMediaType } from '@pas/email-checks/sarif-media-type'
import type { ChecksOfEmail } from '@pas/email-checks/answers'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { version } from '@pas/runtime/version'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { countCheck } from '../limits/count-request'
import { readEmail } from '../limits/read-email'
import { getOpenEmail } from '../emulation/open-email'
import { parseEmailGuid } from '../previews/schema'
import { readPreferredWait } from '../progress/prefer-wait'
import { parseBody } from '../http/unknown-members'
import { checkEmail, type EmailUnderCheck } from './check-email'
import { emailClientsOf } from '../clients/default-email-clients'
import type { ReportDeps } from './email-reports'
import { beginEvidence } from './evidence-of'
import {
  checkRequest,
  checkRequestNames,
  checkRulesResponse,
  checksResponse,
  parseChecksQuery,
  type WantedChecks,
} from './schema'
import { measureSpam } from './spam/measure-spam'
import { sentEmailUnderCheck } from './sent-email-under-check'
import { storedEmailUnderCheck } from './stored-email-under-check'
import { createFreeWaits, waitInPlace } from './wait-for-checks'
import { wantedEvidence } from './wanted-evidence'

declare global {
  namespace Express {
    interface Locals {
      hasWaited?: boolean
    }
  }
}

type CheckParts = AuthenticationDeps &
  Parameters<typeof countCheck>[0] &
  Parameters<typeof readEmail>[0] &
  Parameters<typeof emailClientsOf>[0] &
  Parameters<typeof createFreeWaits>[0] &
  Omit<ReportDeps, 'webhookOutbox'>

/** Checks of stored emails and of emails that are only sent to be checked (docs/contract.md §4.20). */
export function checkRoutes(deps: CheckParts): Router {
  const router = Router()
  const freeWaits = createFreeWaits(deps)
  const count = countCheck(deps)
  /** A request that waits for checks which another request has begun is not counted. */
  const waitOrCount: RequestHandler<{ emailGuid: string }> = async (req, res, next) => {
    const seconds = readPreferredWait(req.get('Prefer'))
    if (seconds !== null) {
      const { accountId } = callerOf(res).principal
      const email = await getOpenEmail(deps, parseEmailGuid(req.params.emailGuid), accountId)
      const caller = { accountId, ip: req.ip }
      res.locals.hasWaited = await freeWaits.wait(caller, email, seconds, hungUpSignal(res))
    }
    if (isHungUp(res)) return
    if (res.locals.hasWaited) next()
    else await count(req, res, next)
  }
  router
    .route('/emails/:emailGuid/checks')
    .get(authenticate(deps), waitOrCount, async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const wanted = parseChecksQuery(req.query)
      const { accountId } = callerOf(res).principal
      await answer(deps, req, res, await storedEmailUnderCheck(deps, accountId, emailGuid), wanted)
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/checks')
    .post(authenticate(deps), countCheck(deps), readEmail(deps), async (req, res) => {
      const { sent, wanted } = parseBody(checkRequest, req.body, checkRequestNames)
      const { accountId } = callerOf(res).principal
      await answer(deps, req, res, await sentEmailUnderCheck(deps, accountId, sent), wanted)
    })
    .all(refuseOtherMethods('POST'))
  router
    .route('/checks/rules')
    .get(async (_req, res) => {
      // Loaded on first use, as in threads: a process that is asked for no checks needs no rules.
      const { allRules } = await import('@pas/email-checks/all-rules')
      res.setHeader('Cache-Control', 'public, max-age=300')
      res.json(checkRulesResponse(allRules))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

async function answer(
  deps: CheckParts,
  req: Request,
  res: Response,
  email: EmailUnderCheck,
  { names, emailClients }: WantedChecks,
): Promise<void> {
  const { principal } = callerOf(res)
  const { accountId } = principal
  const wanted = { email, names, emailClients: emailClients ?? (await emailClientsOf(deps, principal)) }
  const signal = hungUpSignal(res)
  const begun =
    email.stored && (await beginEvidence(deps, await wantedEvidence(deps, email.stored, wanted, signal)))
  const seconds = begun && req.method === 'GET' ? readPreferredWait(req.get('Prefer')) : null
  const evidence = async (): Promise<Measurements> => {
    if (begun === null) {
      const isWanted = names.includes('spam')
      const spam = isWanted ? await measureSpam(deps.config, accountId, await email.body(), signal) : null
      return { ...noMeasurements, spam }
    }
    if (seconds !== null && email.stored && !res.locals.hasWaited) {
      const waiting = { caller: { accountId, ip: req.ip }, email: email.stored, seconds }
      await waitInPlace(deps, waiting, signal, (end) => begun.untilEnded(end))
    }
    return begun.read()
  }
  const report: ChecksOfEmail = await checkEmail(deps, accountId, { ...wanted, evidence }, signal)
  if (seconds !== null) res.setHeader('Preference-Applied', `wait=${seconds}`)
  res.setHeader('Cache-Control', 'no-store')
  if (req.accepts(['application/json', sarifMediaType]) === sarifMediaType) {
    const { sarifOf } = await import('@pas/email-checks/sarif')
    res.type(sarifMediaType).send(JSON.stringify(sarifOf(report, { version })))
  } else res.json(checksResponse(report))
}
