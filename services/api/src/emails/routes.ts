import type { CheckName } from '@pas/email-checks/rule'
import { listAssets } from '@pas/emails/asset-lists'
import { listInboxes } from '@pas/emails/list-inboxes'
import { nameEmail } from '@pas/emails/write-emails'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { hungUpSignal, isHungUp } from '@pas/runtime/http/hung-up'
import { Router, type Request, type Response } from 'express'
import type { z } from 'zod'
import { assetsResponse } from '../assets/schema'
import {
  authenticate,
  callerOf,
  emailCallerOf,
  type AuthenticationDeps,
  type Principal,
} from '../authentication/authenticate'
import type { Reports, WantedReport } from '../checks/email-reports'
import { emailClientsOf } from '../clients/default-email-clients'
import { requestWaits } from '../events'
import { answerOnce, readIdempotencyKey } from '../http/answer-once'
import { parseBody, readJsonBody, unknownMembers } from '../http/json-body'
import type { AccountRates } from '../limits/account-rates'
import { countChange, countChecksOfEmail } from '../limits/count-request'
import { countAndReadEmail, untilDone, type EmailBodies } from '../limits/email-bodies'
import { getOpenEmail } from '../emulation/open-email'
import { requestWhenFrozen } from '../previews/create-within-limits'
import { configurationsResponse, parseEmailGuid } from '../previews/schema'
import { readPreferredWait } from '../progress/prefer-wait'
import type { ConnectionPlaces } from '../limits/connection-places'
import { createEmail } from './create-email'
import { deleteEmail } from './delete-email'
import type { EmailArrivals } from './email-arrivals'
import { getEmail, listOwnEmails, untilListed, writeEmailSource, type EmailPage } from './find-emails'
import {
  changeEmailRequest,
  createEmailRequest,
  emailDescription,
  emailListQuery,
  emailNames,
  inboxesResponse,
} from './schema'

/** docs/contract.md §4.16: a larger body of `PATCH` is a 413. */
const maxChangesBytes = 16 * 1024

const maxInboxes = 200

type EmailParts = AuthenticationDeps &
  Parameters<typeof createEmail>[0] &
  Parameters<typeof requestWhenFrozen>[0] &
  Parameters<typeof emailClientsOf>[0] & {
    accountRates: Pick<AccountRates, 'emails' | 'bytes' | 'changes' | 'checks'>
    emailBodies: EmailBodies
    reports: Pick<Reports, 'wake'>
    emailArrivals: EmailArrivals
    waitingPlaces: ConnectionPlaces
    config: { instantUrl: string; longPollTimeoutMs: number }
  }

/** docs/contract.md §4.1. */
export function emailRoutes(deps: EmailParts): Router {
  const router = Router()
  router
    .route('/emails')
    .post(authenticate(deps), countAndReadEmail(deps), async (req, res) => {
      if (isHungUp(res)) return
      await untilDone(res, async () => {
        const answer = await createEmailOnce(deps, req, callerOf(res).principal)
        res.setHeader('Cache-Control', 'no-store')
        res.setHeader('Location', `${deps.config.instantUrl}/emails/${answer.email_guid}`)
        res.json(answer)
      })
    })
    .get(authenticate(deps), async (req, res) => {
      const query = emailListQuery.parse(req.query)
      const { accountId } = callerOf(res).principal
      const seconds = query.before === undefined ? readPreferredWait(req.get('Prefer')) : null
      if (seconds !== null) res.setHeader('Preference-Applied', `wait=${seconds}`)
      const { emails, next } = await (seconds === null || req.method !== 'GET'
        ? listOwnEmails(deps, accountId, query)
        : waitForList(deps, res, query, seconds))
      res.setHeader('Cache-Control', 'no-store')
      res.json({
        emails: emails.map(({ email, counts }) => emailDescription(email, counts)),
        ...(next !== null && { next }),
      })
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
  router
    .route('/inboxes')
    .get(authenticate(deps), async (_req, res) => {
      const inboxes = await listInboxes(deps, callerOf(res).principal.accountId, maxInboxes)
      res.setHeader('Cache-Control', 'no-store')
      res.json(inboxesResponse(inboxes))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/emails/:emailGuid')
    .get(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const { email, counts } = await getEmail(deps, callerOf(res).principal.accountId, emailGuid)
      res.setHeader('Cache-Control', 'no-store')
      res.json(emailDescription(email, counts))
    })
    .patch(authenticate(deps), countChange(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const { accountId } = callerOf(res).principal
      // Checked before the body is read, so that no other account has one read.
      await getEmail(deps, accountId, emailGuid)
      const changes = changeEmailRequest.parse(await readJsonBody(req, { maxBytes: maxChangesBytes }))
      await nameEmail(deps, { id: emailGuid, accountId }, changes)
      const { email, counts } = await getEmail(deps, accountId, emailGuid)
      res.setHeader('Cache-Control', 'no-store')
      res.json(emailDescription(email, counts))
    })
    .delete(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const { principal, auditActor } = callerOf(res)
      await deleteEmail(
        deps,
        { accountId: principal.accountId, actor: auditActor, ip: req.ip ?? '' },
        emailGuid,
      )
      res.setHeader('Cache-Control', 'no-store')
      res.status(204).end()
    })
    .all(refuseOtherMethods('GET', 'HEAD', 'PATCH', 'DELETE'))
  router
    .route('/emails/:emailGuid/source')
    .get(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const { accountId } = callerOf(res).principal
      // Up to 10 MiB that are in memory until the caller has read them, like a body until its email is stored.
      const { hold, release } = deps.emailBodies.open(accountId)
      res.once('close', release)
      const source = await writeEmailSource(deps, accountId, emailGuid, hold)
      res.setHeader('Cache-Control', 'no-store')
      res.type('json').send(source)
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/emails/:emailGuid/assets')
    .get(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      await getOpenEmail(deps, emailGuid, callerOf(res).principal.accountId)
      const assets = await listAssets(deps.storage, emailGuid)
      res.setHeader('Cache-Control', 'no-store')
      res.json(assetsResponse(assets))
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

async function waitForList(
  deps: EmailParts,
  res: Response,
  query: z.output<typeof emailListQuery>,
  seconds: number,
): Promise<EmailPage> {
  const { accountId } = callerOf(res).principal
  const giveBack = deps.waitingPlaces.take(emailCallerOf(res), { id: '', accountId })
  const timeoutMs = Math.min(seconds * 1000, deps.config.longPollTimeoutMs)
  const wait = { timeoutMs, signal: hungUpSignal(res) }
  return requestWaits(untilListed(deps, accountId, query, wait)).finally(giveBack)
}

/** Resolves to the kept answer when the request repeats another (docs/contract.md §4.4). */
async function createEmailOnce(deps: EmailParts, req: Request, principal: Principal) {
  const body: unknown = req.body
  const input = parseBody(createEmailRequest, body, emailNames)
  const request = {
    accountId: principal.accountId,
    operation: 'POST /emails',
    key: readIdempotencyKey(req),
    input: { ...input, configurations: configurationsResponse(input.configurations ?? []) },
  }
  return answerOnce(deps, request, async (claim) => {
    const report = input.checks ? await prepareReport(deps, principal, input.checks) : null
    const warnings = unknownMembers(body, emailNames)
    const created = await createEmail(deps, principal, input, { report, warnings, claim })
    if (report) deps.reports.wake()
    await requestWhenFrozen(deps, created.email, created.captures).catch((error: unknown) => {
      // The rows are there: the reconciler or a later request queues their captures.
      deps.logger.warn({ err: error }, 'captures of a new email could not be queued yet; will be retried')
    })
    return created.answer
  })
}

/** Counts the checks. Throws a 429 beyond the limit: then nothing is stored. */
async function prepareReport(
  deps: EmailParts,
  principal: Principal,
  names: readonly CheckName[],
): Promise<WantedReport> {
  await countChecksOfEmail(deps, principal.accountId)
  const emailClients = await emailClientsOf(deps, principal)
  return { names: [...names], clients: emailClients.map(({ code }) => code) }
}
