import type { BoardApplication } from '@pas/accounts/provide-board-application'
import { addressSettings } from '@pas/settings/addresses'
import { boardSettings } from '@pas/settings/board'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import type { Environment } from './read-environment'

const { BOARD_URL } = addressSettings
const variables = variablesOf('pas', { BOARD_URL, ...boardSettings })

/** Throws a `ConfigError` that names what is missing. */
export function readBoardApplication(env: Environment): BoardApplication {
  const board = parseConfig(variables, env)
  return {
    boardUrl: board.BOARD_URL,
    clientId: board.BOARD_CLIENT_ID,
    clientSecret: board.BOARD_CLIENT_SECRET,
  }
}
