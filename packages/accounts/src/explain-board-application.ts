import type { DbDeps } from '@pas/db/row-deps'
import { boardCallbackUri } from './provide-board-application'
import { sha256 } from './secrets'

export interface BoardAddress {
  boardUrl: string
  /** Undefined: it is found by its callback URI. */
  clientId: string | undefined
  /** Undefined: it is not compared. */
  clientSecret: string | undefined
}

const provide = "run 'pas app provide-board'"

/**
 * Whether people can sign in to the board with its application: `problem` says why not, and what to do, for an operator.
 */
export async function explainBoardApplication(
  { db }: DbDeps,
  { boardUrl, clientId, clientSecret }: BoardAddress,
): Promise<{ clientId: string } | { problem: string }> {
  const uri = boardCallbackUri(boardUrl.replace(/\/$/, ''))
  const include = { account: true, callbackUris: true } as const
  const ofUri = { firstParty: true, callbackUris: { some: { uri } } }
  const application = await db.oauthApplication.findFirst({
    where: clientId === undefined ? ofUri : { clientId },
    include,
  })
  if (!application) {
    if (clientId === undefined)
      return { problem: `no application of yours has the callback URI ${uri}: ${provide}` }
    const other = await db.oauthApplication.findFirst({ where: ofUri, select: { clientId: true } })
    const problem = other
      ? `BOARD_CLIENT_ID ${clientId} is not registered, and ${other.clientId} is, for this BOARD_URL: set BOARD_CLIENT_ID to it, or ${provide}`
      : `BOARD_CLIENT_ID ${clientId} is not registered, so nobody can sign in to the board: ${provide}`
    return { problem }
  }
  const itsApplication = `its application ${application.clientId}`
  if (!application.firstParty)
    return {
      problem: `BOARD_CLIENT_ID is that of ${application.name}, which is not your own application: choose another, then ${provide}`,
    }
  const uris = application.callbackUris.map((registered) => registered.uri)
  if (!uris.includes(uri))
    return { problem: `${itsApplication} has the callback URI ${uris.join(', ')}, not ${uri}: ${provide}` }
  if (clientSecret !== undefined && !Buffer.from(application.clientSecretHash).equals(sha256(clientSecret)))
    return { problem: `${itsApplication} has another client_secret than BOARD_CLIENT_SECRET: ${provide}` }
  if (application.disabledAt)
    return { problem: `${itsApplication} is disabled: run 'pas app enable ${application.clientId}'` }
  if (application.account.disabledAt) {
    const { accountId } = application
    const why = `as account ${accountId} is disabled: run 'pas account enable ${accountId}'`
    return { problem: `${itsApplication} cannot be used, ${why}` }
  }
  return { clientId: application.clientId }
}
