import type { HeldBody } from '@pas/runtime/http/bodies-in-flight'
import { maxEmailBodyBytes } from '@pas/settings/max-email-bytes'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { readJsonBody } from '../http/read-json-body'
import type { AccountRates } from './account-rates'
import type { EmailBodies } from './email-bodies'

declare global {
  namespace Express {
    interface Locals {
      heldBody?: HeldBody
    }
  }
}

/**
 * The body is in flight until the response is closed and `untilDone` ended. A refused body counts, too: reading 10 MB
 * occupies this thread for 0.1 s.
 */
export function readEmail({
  emailBodies,
  accountRates,
}: {
  emailBodies: EmailBodies
  accountRates: Pick<AccountRates, 'bytes'>
}): RequestHandler {
  return (req, res, next) => {
    const { accountId } = callerOf(res).principal
    const heldBody = emailBodies.open(accountId)
    res.locals.heldBody = heldBody
    res.once('close', heldBody.release)
    let bytes = 0
    const hold = (arrived: number): void => {
      bytes = arrived
      heldBody.hold(arrived)
    }
    res.once('finish', () => {
      if ([400, 413].includes(res.statusCode)) void accountRates.bytes.spend(accountId, bytes)
    })
    const limits = { maxBytes: maxEmailBodyBytes, mayBeCompressed: true, heldBody: { ...heldBody, hold } }
    readJsonBody(req, limits).then((body) => {
      req.body = body
      next()
    }, next)
  }
}
