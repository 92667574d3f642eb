import type { Request, Response } from 'express'

/** So that an operator gets from a log line to `pas email show` and `pas account show`. */
export function loggedIds(
  { originalUrl }: Request,
  { locals: { caller, tokenUser } }: Response,
): { emailId?: string; accountId?: number } {
  const [, emailId] =
    /\/emails\/([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?![^/?])/i.exec(originalUrl) ?? []
  const accountId = caller?.principal.accountId ?? tokenUser?.accountId
  return { ...(emailId && { emailId: emailId.toLowerCase() }), ...(accountId && { accountId }) }
}
