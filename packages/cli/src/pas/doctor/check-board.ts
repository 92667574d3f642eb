import { explainBoardApplication } from '@pas/accounts/explain-board-application'
import { withDatabaseAt } from '../perform'
import type { Environment } from '../read-environment'
import { check, skipped, type Check } from './check'

/** Fails unless people can sign in to the board with the application that the environment names. */
export function checkBoard(env: Environment & { DATABASE_URL: string }): Promise<Check> {
  const { BOARD_URL: boardUrl, BOARD_CLIENT_ID: clientId, BOARD_CLIENT_SECRET: clientSecret } = env
  return check('board', 'check DATABASE_URL', async () => {
    if (boardUrl === undefined) return skipped('BOARD_URL is not set: this installation has no board')
    const application = await withDatabaseAt(env.DATABASE_URL, (db) =>
      explainBoardApplication({ db }, { boardUrl, clientId, clientSecret }),
    )
    return 'problem' in application
      ? { status: 'failed', detail: application.problem }
      : { status: 'ok', detail: `its application ${application.clientId} is registered` }
  })
}
