import type { ChecksOfEmail } from '@pas/email-checks/answers'
import { sarifMediaType } from '@pas/email-checks/sarif-media-type'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { version } from '@pas/runtime/version'
import { Router, type Request, type RequestHandler, type Response } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import { countCheck } from '../limits/count-request'
import { readEmail } from '../limits/email-bodies'
import { getOpenEmail } from '../emulation/open-email'
import { parseEmailGuid } from '../previews/schema'
import { readPreferredWait } from '../progress/prefer-wait'
import { parseBody } from '../http/json-body'
import { checkEmail } from './check-email'
import { compareChecks } from './compare-checks'
import { emailClientsOf } from '../clients/default-email-clients'
import type { ReportDeps } from './email-reports'
import { readSentEmail, storedEmailUnderCheck, type EmailUnderCheck } from './email-under-check'
import { beginMeasurements, measureSent } from './measurements/begin-measurements'
import {
  checkRequest,
  checkRequestNames,
  checkRulesResponse,
  checksResponse,
  comparedChecksResponse,
  parseChecksQuery,
  type AskedChecks,
} from './schema'
import { createUncountedWait, takePlaceAndWait } from './wait-for-checks'

declare global {
  namespace Express {
    interface Locals {
      /** Checks that another request began have ended while this one waited. */
      hasWaited?: boolean
    }
  }
}

type CheckParts = AuthenticationDeps &
  Parameters<typeof countCheck>[0] &
  Parameters<typeof readEmail>[0] &
  Parameters<typeof emailClientsOf>[0] &
  Parameters<typeof createUncountedWait>[0] &
  Omit<ReportDeps, 'webhookOutbox'>

/** docs/contract.md §4.20. */
export function checkRoutes(deps: CheckParts): Router {
  const router = Router()
  const waitUncounted = createUncountedWait(deps)
  const count = countCheck(deps)
  /** A request that waits for checks which another request has begun is not counted. */
  const waitOrCount: RequestHandler<{ emailGuid: string }> = async (req, res, next) => {
    const seconds = readPreferredWait(req.get('Prefer'))
    if (seconds !== null) {
      const { accountId } = callerOf(res).principal
      const email = await getOpenEmail(deps, parseEmailGuid(req.params.emailGuid), accountId)
      const caller = { accountId, ip: req.ip }
      res.locals.hasWaited = await waitUncounted(caller, email, seconds, hungUpSignal(res))
    }
    if (isHungUp(res)) return
    if (res.locals.hasWaited) next()
    else await count(req, res, next)
  }
  const countBase: RequestHandler<{ emailGuid: string }> = async (req, res, next) => {
    if (req.query.base === undefined) next()
    else await count(req, res, next)
  }
  router
    .route('/emails/:emailGuid/checks')
    .get(authenticate(deps), waitOrCount, countBase, async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const base = req.query.base === undefined ? null : parseEmailGuid(req.query.base, 'base')
      const asked = parseChecksQuery(req.query)
      const open = async (guid: string): Promise<EmailUnderCheck> => {
        const stored = await getOpenEmail(deps, guid, callerOf(res).principal.accountId)
        return storedEmailUnderCheck(deps.storage, stored)
      }
      const email = await open(emailGuid)
      if (base === null) {
        await sendChecks(req, res, await answerChecks(deps, req, res, email, asked))
        return
      }
      const earlier = await open(base)
      const before = await answerChecks(deps, req, res, earlier, asked)
      const after = await answerChecks(deps, req, res, email, asked)
      const guids = { base_guid: base, email_guid: emailGuid }
      res.json(comparedChecksResponse(guids, compareChecks(before, after)))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/checks')
    .post(authenticate(deps), count, readEmail(deps), async (req, res) => {
      const { sent, asked } = parseBody(checkRequest, req.body, checkRequestNames)
      const { accountId } = callerOf(res).principal
      const email = await readSentEmail(deps, accountId, sent)
      await sendChecks(req, res, await answerChecks(deps, req, res, email, asked))
    })
    .all(refuseOtherMethods('POST'))
  router
    .route('/checks/rules')
    .get(async (_req, res) => {
      // Loaded on first use, as in threads: a process that is asked for no checks needs no rules.
      const { allRules } = await import('@pas/email-checks/checks')
      res.setHeader('Cache-Control', 'public, max-age=300')
      res.json(checkRulesResponse(allRules))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

async function answerChecks(
  deps: CheckParts,
  req: Request,
  res: Response,
  email: EmailUnderCheck,
  asked: AskedChecks,
): Promise<ChecksOfEmail> {
  const { principal } = callerOf(res)
  const { accountId } = principal
  const { stored } = email
  const emailClients = asked.emailClients ?? (await emailClientsOf(deps, principal))
  const subject = { email, names: asked.names, emailClients }
  const signal = hungUpSignal(res)
  const begun = stored && (await beginMeasurements(deps, stored, subject, signal))
  // HEAD does not wait.
  const seconds = begun && req.method === 'GET' ? readPreferredWait(req.get('Prefer')) : null
  const readMeasurements = async () => {
    if (!stored || !begun) return measureSent(deps, accountId, subject, signal)
    if (seconds !== null && !res.locals.hasWaited) {
      const waiting = { caller: { accountId, ip: req.ip }, email: stored, seconds }
      await takePlaceAndWait(deps, waiting, signal, (end) => begun.untilEnded(end))
    }
    return begun.read()
  }
  const checks = await checkEmail(deps, accountId, { ...subject, readMeasurements }, signal)
  if (seconds !== null) res.setHeader('Preference-Applied', `wait=${seconds}`)
  res.setHeader('Cache-Control', 'no-store')
  return checks
}

async function sendChecks(req: Request, res: Response, checks: ChecksOfEmail): Promise<void> {
  if (req.accepts(['application/json', sarifMediaType]) === sarifMediaType) {
    const { sarifOf } = await import('@pas/email-checks/sarif')
    res.type(sarifMediaType).send(JSON.stringify(sarifOf(checks, { version })))
  } else res.json(checksResponse(checks))
}
