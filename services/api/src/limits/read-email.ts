import type { HeldBody } from '@pas/runtime/http/bodies-in-flight'
import { maxEmailBodyBytes } from '@pas/settings/max-email-bytes'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { readJsonBody } from '../read-json-body'
import type { EmailBodies } from './email-bodies'

declare global {
  namespace Express {
    interface Locals {
      /** The bytes of the body that count as in flight. Set by `readEmail`. */
      heldBody?: HeldBody
    }
  }
}

/**
 * Reads the body into `req.body`. The body counts as in flight until the response is closed or, after it, until the
 * work of `untilDone` has ended.
 */
export function readEmail({ emailBodies }: { emailBodies: EmailBodies }): RequestHandler {
  return (req, res, next) => {
    const heldBody = emailBodies.open(callerOf(res).principal.accountId)
    res.locals.heldBody = heldBody
    res.once('close', heldBody.release)
    readJsonBody(req, { maxBytes: maxEmailBodyBytes, mayBeCompressed: true, heldBody }).then((body) => {
      req.body = body
      next()
    }, next)
  }
}
