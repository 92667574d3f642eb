import { boardCallbackUri } from '@pas/accounts/provide-board-application'
import { sha256 } from '@pas/accounts/secrets'
import type { Database } from '@pas/db/database'
import { withDatabaseAt } from '../perform'
import type { Environment } from '../read-environment'
import { check, type Check, type Finding } from './check'

const provide = "run 'pas app provide-board'"

/**
 * Fails unless people can sign in to the board with the application that the environment names; without BOARD_CLIENT_ID
 * it is found by its callback URI.
 */
export async function checkBoard(env: Environment & { DATABASE_URL: string }): Promise<Check> {
  const { BOARD_URL: boardUrl } = env
  if (boardUrl === undefined) {
    return {
      name: 'board',
      status: 'skipped',
      detail: 'BOARD_URL is not set: this installation has no board',
    }
  }
  return check('board', 'check DATABASE_URL', () =>
    withDatabaseAt(env.DATABASE_URL, (db) =>
      findBoard(db, boardCallbackUri(boardUrl.replace(/\/$/, '')), env),
    ),
  )
}

async function findBoard(
  db: Database,
  uri: string,
  { BOARD_CLIENT_ID: clientId, BOARD_CLIENT_SECRET: clientSecret }: Environment,
): Promise<Finding> {
  const failed = (detail: string): Finding => ({ status: 'failed', detail })
  const include = { account: true, callbackUris: true } as const
  const ofUri = { firstParty: true, callbackUris: { some: { uri } } }
  const application = await db.oauthApplication.findFirst({
    where: clientId === undefined ? ofUri : { clientId },
    include,
  })
  if (!application) {
    if (clientId === undefined)
      return failed(`no application of yours has the callback URI ${uri}: ${provide}`)
    const other = await db.oauthApplication.findFirst({ where: ofUri, select: { clientId: true } })
    return failed(
      other
        ? `BOARD_CLIENT_ID ${clientId} is not registered, and ${other.clientId} is, for this BOARD_URL: set BOARD_CLIENT_ID to it, or ${provide}`
        : `BOARD_CLIENT_ID ${clientId} is not registered, so nobody can sign in to the board: ${provide}`,
    )
  }
  const itsApplication = `its application ${application.clientId}`
  if (!application.firstParty)
    return failed(
      `BOARD_CLIENT_ID is that of ${application.name}, which is not your own application: choose another, then ${provide}`,
    )
  const uris = application.callbackUris.map((registered) => registered.uri)
  if (!uris.includes(uri))
    return failed(`${itsApplication} has the callback URI ${uris.join(', ')}, not ${uri}: ${provide}`)
  if (clientSecret !== undefined && !Buffer.from(application.clientSecretHash).equals(sha256(clientSecret)))
    return failed(`${itsApplication} has another client_secret than BOARD_CLIENT_SECRET: ${provide}`)
  if (application.disabledAt)
    return failed(`${itsApplication} is disabled: run 'pas app enable ${application.clientId}'`)
  if (application.account.disabledAt) {
    const { accountId } = application
    return failed(
      `${itsApplication} cannot be used, as account ${accountId} is disabled: run 'pas account enable ${accountId}'`,
    )
  }
  return { status: 'ok', detail: `${itsApplication} is registered` }
}
