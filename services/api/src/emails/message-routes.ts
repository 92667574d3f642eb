import type { DatabaseDeps } from '@pas/db/row-deps'
import { holdMessage } from '@pas/emails/email-content'
import { findOpenEmail } from '@pas/emails/find-emails'
import { ApiError } from '@pas/runtime/errors'
import { refuseOtherMethods } from '@pas/runtime/http/error-responder'
import type { Storage } from '@pas/storage/storage'
import { Router, type Response } from 'express'
import { authenticate, callerOf, type AuthenticationDeps } from '../authentication/authenticate'
import type { EmailReader } from '../emulation/email-reader'
import type { EmailBodies } from '../limits/email-bodies'
import { parseEmailGuid } from '../previews/schema'

type MessageParts = AuthenticationDeps &
  DatabaseDeps & {
    storage: Pick<Storage, 'open'>
    emailReader: Pick<EmailReader, 'forAccount'>
    emailBodies: EmailBodies
  }

/** Includes waiting for a thread. */
const describeTimeoutMs = 10_000

/** The message that an email came as. */
export function messageRoutes(deps: MessageParts): Router {
  const router = Router()
  router
    .route('/emails/:emailGuid/message')
    .get(authenticate(deps), async (req, res) => {
      const message = await holdOwnMessage(deps, res, parseEmailGuid(req.params.emailGuid))
      const described = await deps.emailReader
        .forAccount(callerOf(res).principal.accountId)
        .describeMessage(message, AbortSignal.timeout(describeTimeoutMs))
      res.setHeader('Cache-Control', 'no-store')
      res.type('json').send(described)
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  router
    .route('/emails/:emailGuid/message.eml')
    .get(authenticate(deps), async (req, res) => {
      const emailGuid = parseEmailGuid(req.params.emailGuid)
      const message = await holdOwnMessage(deps, res, emailGuid)
      res.setHeader('Cache-Control', 'no-store')
      res.setHeader('Content-Type', 'message/rfc822')
      res.setHeader('Content-Disposition', `attachment; filename="email-${emailGuid}.eml"`)
      res.send(message)
    })
    .all(refuseOtherMethods('GET', 'HEAD'))
  return router
}

/** The bytes are in flight until the caller has read the answer. Throws 404, as the description says. */
async function holdOwnMessage(deps: MessageParts, res: Response, emailGuid: string): Promise<Buffer> {
  const { accountId } = callerOf(res).principal
  const { hold, release } = deps.emailBodies.open(accountId)
  res.once('close', release)
  const email = await findOpenEmail(deps, { id: emailGuid, accountId })
  const message = email && (await holdMessage(deps.storage, emailGuid, hold))
  if (!message)
    throw new ApiError(
      'not_found',
      'There is no message: the email is unknown, older than 48 hours, or did not come as a message.',
    )
  return message
}
