import { hungUpSignal } from '@pas/runtime/http/hung-up'
import type { Request, Response } from 'express'
import type { ApiReader } from '../api/create-api-reader'
import type { AskedChecks } from '../api/preview-calls'
import type { ApiChecks, ApiEmail } from '../api/schema'
import { pathPart } from '../email/email-paths'
import type { PageDeps } from '../email/page-deps'
import { listTiles } from '../email/tiles'
import { signedInOf } from '../sessions/session-cookie'
import { checksOfUpload, clientsToCheck } from './checks-to-ask'

/** Of the email clients in which the email is drawn. Throws as `api.checks`. */
export async function readChecks(
  { emailClients: findEmailClients }: PageDeps,
  req: Request,
  res: Response,
  asked: Pick<AskedChecks, 'only' | 'waitSeconds'>,
): Promise<{ email: ApiEmail; clients: string[]; checks: ApiChecks }> {
  const { api } = signedInOf(res)
  const guid = pathPart(req, 'guid')
  const [email, { previews }, emailClients] = await Promise.all([
    api.getEmail(guid),
    api.listPreviews(guid),
    findEmailClients(api),
  ])
  const clients = clientsToCheck(listTiles(emailClients, previews))
  const checks = await api.checks(email.email_guid, { ...asked, clients, signal: hungUpSignal(res) })
  return { email, clients, checks }
}

/** Best effort, beside the answer: the pages of the email ask for its checks, too. */
export function beginChecks(
  api: Pick<ApiReader, 'checks'>,
  guid: string,
  previews: readonly { client: string }[],
): void {
  const clients = clientsToCheck(previews.map((preview) => ({ preview })))
  api.checks(guid, { clients, only: checksOfUpload }).catch(() => undefined)
}
