import { isIP } from 'node:net'
import { isFirstPartyApplication } from '@pas/accounts/get-oauth-application'
import type { Database } from '@pas/db/database'
import type { Request } from 'express'
import { readAuthorizationHeader } from '../authentication/authenticate'

/**
 * The board names its visitor in `X-Board-Visitor`, with its credentials (HTTP Basic). Without these it is ignored: a
 * stranger could name another address each time, and escape the limit.
 */
export async function visitorAddress({ db }: { db: Database }, req: Request): Promise<string | undefined> {
  const named = req.get('X-Board-Visitor')
  if (named === undefined || isIP(named) === 0) return req.ip
  const header = readAuthorizationHeader(req.rawHeaders)
  if (header?.scheme !== 'basic') return req.ip
  const [, clientId = '', clientSecret = ''] =
    /^([^:\0]+):([^\0]+)$/.exec(Buffer.from(header.credentials, 'base64').toString()) ?? []
  return (await isFirstPartyApplication({ db }, { clientId, clientSecret })) ? named : req.ip
}
