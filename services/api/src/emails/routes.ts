import { listAssets } from '@pas/emails/asset-lists'
import { nameEmail } from '@pas/emails/write-emails'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import { isHungUp } from '@pas/runtime/http/hung-up'
import { Router, type Request, type Response } from 'express'
import type { ApiParts } from '../api-parts'
import { assetsResponse } from '../assets/schema'
import { authenticate, callerOf, type Principal } from '../authentication/authenticate'
import { emailClientsOf } from '../checks/email-clients-of'
import { answerOnce } from '../idempotency/answer-once'
import { readIdempotencyKey } from '../idempotency/read-idempotency-key'
import { countChange, countChecksOfEmail } from '../limits/count-request'
import { countEmail } from '../limits/count-email'
import { readEmail } from '../limits/read-email'
import { configurationsResponse } from '../previews/configurations'
import { getOpenEmail } from '../previews/open-email'
import { requestWhenFrozen } from '../previews/request-when-frozen'
import { parseEmailGuid } from '../previews/schema'
import { parseBody, unknownMembers } from '../unknown-members'
import { createEmail, type RecordCreated } from './create-email'
import { deleteEmail } from './delete-email'
import { readJsonBody } from '../read-json-body'
import { emailListQuery, getEmail, listOwnEmails, writeEmailSource } from './find-emails'
import {
  changeEmailRequest,
  createdEmailResponse,
  createEmailRequest,
  emailDescription,
  emailNames,
  type CreatedEmail,
} from './schema'

/** docs/contract.md §4.16: a larger body of `PATCH` is a 413. */
const maxChangesBytes = 16 * 1024

/** The emails of an account: upload, list, read, read back what was sent, name, delete (docs/contract.md §4.1). */
export function emailRoutes(deps: ApiParts): Router {
  const router = Router()
  router
    .route('/emails')
    .post(authenticate(deps), countEmail(deps, readEmail(deps)), async (req, res) => {
      if (isHungUp(res)) return
      await untilDone(res, async () => {
        const answer = await createEmailOnce(deps, req, callerOf(res).principal)
        res.setHeader('Cache-Control', 'no-store')
        res.json(answer)
      })
    })
    .get(authenticate(deps), async (req, res) => {
      const query = emailListQuery.parse(req.query)
      const { emails, next } = await listOwnEmails(deps, callerOf(res).principal.accountId, query)
      res.setHeader('Cache-Control', 'no-store')
      res.json({
        emails: emails.map(({ email, counts }) => emailDescription(email, counts)),
        ...(next !== null && { next }),
      })
    })
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
      // Before the body is read, so that a stranger has none read.
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

/** Creates the email that a request describes, or resolves to the answer of the request that it repeats. */
async function createEmailOnce(deps: ApiParts, req: Request, principal: Principal) {
  const body: unknown = req.body
  const input = parseBody(createEmailRequest, body, emailNames)
  const repeatable = {
    accountId: principal.accountId,
    operation: 'POST /emails',
    key: readIdempotencyKey(req),
    input: { ...input, configurations: configurationsResponse(input.configurations ?? []) },
  }
  const responseOf = (created: CreatedEmail) =>
    createdEmailResponse(created, input.configurations, unknownMembers(body, emailNames))
  return answerOnce<ReturnType<typeof responseOf>>(deps, repeatable, async (store) => {
    const record: RecordCreated | null =
      store && ((transaction, created) => store(transaction, responseOf(created)))
    if (input.checks !== undefined) await countChecksOfEmail(deps, principal.accountId)
    const report =
      input.checks === undefined
        ? null
        : { names: input.checks, emailClients: await emailClientsOf(deps, principal) }
    const created = await createEmail(deps, principal, input, { record, report })
    if (report) deps.reports.wake()
    await requestWhenFrozen(deps, created.email, created.captures).catch((error: unknown) => {
      // The rows are there: the reconciler or a later request queues their captures.
      deps.logger.warn({ err: error }, 'captures of a new email could not be queued yet; will be retried')
    })
    return responseOf(created)
  })
}

/** Does `work` and counts the body as in flight until then, because it goes on when the caller hangs up. */
async function untilDone(res: Response, work: () => Promise<void>): Promise<void> {
  const { heldBody } = res.locals
  if (!heldBody) throw new Error('this route is not behind readEmail')
  const { release } = heldBody
  res.off('close', release)
  await work().finally(release)
}
