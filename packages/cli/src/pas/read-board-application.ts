import type { BoardApplication } from '@pas/accounts/provide-board-application'
import { httpsUrl, parseConfig } from '@pas/runtime/config'
import { z } from 'zod'
import type { Environment } from './read-environment'

const boardVariables = z.object({
  BOARD_URL: httpsUrl,
  BOARD_CLIENT_ID: z.string(),
  BOARD_CLIENT_SECRET: z.string(),
})

/** The board's application as the environment describes it. Throws a `ConfigError` that names what is missing. */
export function readBoardApplication(env: Environment): BoardApplication {
  const {
    BOARD_URL: boardUrl,
    BOARD_CLIENT_ID: clientId,
    BOARD_CLIENT_SECRET: clientSecret,
  } = parseConfig(boardVariables, env)
  return { boardUrl, clientId, clientSecret }
}
