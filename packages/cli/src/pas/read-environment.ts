import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { BoardApplication } from '@pas/accounts/provide-board-application'
import { addressSettings, isLoopback } from '@pas/settings/addresses'
import { boardSettings } from '@pas/settings/board'
import { parseConfig } from '@pas/settings/parse-config'
import { variablesOf } from '@pas/settings/setting'
import { storeSettings } from '@pas/settings/stores'
import { z } from 'zod'
import { CommandError } from './command-error'

export type Environment = Readonly<Record<string, string | undefined>>

const stackEnvironment = z.record(z.string(), z.string())

const { DATABASE_URL } = storeSettings
const databaseVariables = variablesOf('pas', { DATABASE_URL })

/**
 * The variables that are set, then those of a stack running in PAS_HOME, unless DATABASE_URL names another database:
 * two installations never mix. Throws a `CommandError` without DATABASE_URL, or a `ConfigError`.
 */
export function readEnvironment(env: Environment, clone: string): Environment & { DATABASE_URL: string } {
  const given = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  const home = path.resolve(clone, given.PAS_HOME ?? '.run')
  const stack = readStackEnvironment(home, given.DATABASE_URL === undefined)
  const isOtherDatabase = given.DATABASE_URL !== undefined && given.DATABASE_URL !== stack.DATABASE_URL
  const merged: Environment = isOtherDatabase
    ? given
    : { ...stack, ...given, PATH: [given.PATH, stack.PATH].filter(Boolean).join(':') }
  if (merged.DATABASE_URL === undefined) {
    throw new CommandError(
      'config_invalid',
      `DATABASE_URL is not set and no stack runs in ${home}: set it, or start a stack with 'npm start'.`,
    )
  }
  return { ...merged, ...parseConfig(databaseVariables, merged) }
}

/** Empty when no stack runs in `home`. An unusable file is an error only when it `isNeeded`. */
function readStackEnvironment(home: string, isNeeded: boolean): Environment {
  const file = path.join(home, 'environment.json')
  try {
    return stackEnvironment.parse(JSON.parse(readFileSync(file, 'utf8')))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (!isNeeded || code === 'ENOENT' || code === 'ENOTDIR') return {}
    throw new CommandError(
      'config_invalid',
      `${file} cannot be used (${code ?? 'it is no JSON object of texts'}): run this as the user who started the stack, or set DATABASE_URL.`,
      { cause: error },
    )
  }
}

const { AUTH_URL, BOARD_URL } = addressSettings
const signInVariables = variablesOf('pas', { AUTH_URL, BOARD_URL })
const boardVariables = variablesOf('pas', { BOARD_URL, ...boardSettings })

export function readBoardApplication(env: Environment): BoardApplication {
  const board = parseConfig(boardVariables, env)
  return {
    boardUrl: board.BOARD_URL,
    clientId: board.BOARD_CLIENT_ID,
    clientSecret: board.BOARD_CLIENT_SECRET,
  }
}

/** Throws `not_on_loopback` where auth refuses such links, as other machines could use them. */
export function readSignInUrl(env: Environment): string {
  const { AUTH_URL: authUrl, BOARD_URL: boardUrl } = parseConfig(signInVariables, env)
  if (isLoopback(authUrl)) return `${boardUrl}/signin`
  throw new CommandError(
    'not_on_loopback',
    `${authUrl} is not on loopback, where alone auth takes such links: 'pas user reset' lets the user choose a password.`,
  )
}
