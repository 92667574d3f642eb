import type { CheckName } from '@pas/email-checks/rule'
import { listAssets } from '@pas/emails/asset-lists'
import { nameEmail } from '@pas/emails/write-emails'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { isHungUp } from '@pas/runtime/http/hung-up'
import { Router, type Request } from 'express'
import { assetsResponse } from '../assets/schema'
import { authenticate, callerOf, type Principal } from '../authentication/authenticate'
import type { Reports, WantedReport } from '../checks/email-reports'
import { emailClientsOf } from '../clients/default-email-clients'
import { answerOnce, readIdempotencyKey } from '../http/answer-once'
import { parseBody, readJsonBody, unknownMembers } from '../http/json-body'
import type { AccountRates } from '../limits/account-rates'
import { countChange, countChecksOfEmail } from '../limits/count-request'
import { countAndReadEmail, untilDone, type EmailBodies } from '../limits/email-bodies'
import { getOpenEmail } from '../emulation/open-email'
import { requestWhenFrozen } from '../previews/create-within-limits'
import { configurationsResponse, parseEmailGuid } from '../previews/schema'
import { createEmail } from './create-email'
import { deleteEmail } from './delete-email'
import { getEmail, writeEmailSource } from './find-emails'
import { answerWithList, type ListParts } from './list-routes'
import { changeEmailRequest, createEmailRequest, emailDescription, emailNames } from './schema'

/** docs/contract.md §4.16: a larger body of `PATCH` is a 413. */
const maxChangesBytes = 16 * 1024

type EmailParts = ListParts &
  Parameters<typeof createEmail>[0] &
  Parameters<typeof requestWhenFrozen>[0] &
  Parameters<typeof emailClientsOf>[0] & {
    accountRates: Pick<AccountRates, 'emails' | 'bytes' | 'changes' | 'checks'>
    emailBodies: EmailBodies
    reports: Pick<Reports, 'wake'>
    config: { instantUrl: string }
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
    .get(authenticate(deps), answerWithList(deps))
    .all(refuseOtherMethods('GET', 'HEAD', 'POST'))
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

/** Resolves to the kept answer when the request repeats another (docs/contract.md §4.4). */
async function createEmailOnce(deps: EmailParts, req: Request, principal: Principal) {
  const body: unknown = req.body
  const { inbox, ...input } = parseBody(createEmailRequest, body, emailNames)
  const request = {
    accountId: principal.accountId,
    operation: 'POST /emails',
    key: readIdempotencyKey(req),
    input: {
      ...input,
      ...(inbox !== undefined && { inbox }),
      configurations: configurationsResponse(input.configurations ?? []),
    },
  }
  return answerOnce(deps, request, async (claim) => {
    const report = input.checks ? await prepareReport(deps, principal, input.checks) : null
    const warnings = unknownMembers(body, emailNames)
    const email = inbox === undefined ? input : { ...input, mail: { inbox, recipients: [] } }
    const created = await createEmail(deps, principal, email, { report, warnings, claim })
    if (report) deps.reports.wake()
    // Assets of mail wait for its first capture.
    if (inbox === undefined || created.captures.length > 0)
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
