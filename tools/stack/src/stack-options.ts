import path from 'node:path'
import { parseArgs } from 'node:util'
import { z } from 'zod'
import type { EngineName } from '@pas/email-clients/email-client'
import { engineNames } from '@pas/engine-programs/engine-packages'
import { variablesOf } from '@pas/settings/setting'
import type { PublicUrl } from '@pas/settings/image'
import { stackSettings } from '@pas/settings/stack'
import { maxApis, maxWorkers } from './ports'
import { StackError } from './progress'

/** In the order they are started. */
const processKeys = ['postgres', 'redis', 'auth', 'api', 'images', 'board', 'render-worker'] as const
/** A key of `processes` in stack.json. */
export type ProcessKey = (typeof processKeys)[number]

export interface StackOptions {
  /** PAS_HOME, absolute. */
  homePath: string
  portBase: number
  /** Null: everything. */
  only: ReadonlySet<ProcessKey> | null
  /** Null: every engine that this machine has. */
  engines: readonly EngineName[] | null
  apis: number
  workers: number
  installEngines: boolean
  env: Readonly<Record<string, string | undefined>>
  /** Null: a clone's stack, on loopback. */
  image: ImageOptions | null
}

/** What the all-in-one image does otherwise than a clone's stack. */
export interface ImageOptions {
  publicUrl: PublicUrl
  /** Besides localhost: DNS names, or IP addresses. */
  certificateNames: readonly string[]
  /** A proxy ends TLS (TRUST_PROXY): the services speak plain HTTP. */
  isBehindProxy: boolean
  /** Rejects with a `StackError` when this release may not bring the database up to date. */
  beforeMigration(databaseUrl: string): Promise<void>
}

const variables = variablesOf('npm start', stackSettings)

const countUpTo = (flag: string, most: number): z.ZodType<number> =>
  z.coerce
    .number(`--${flag} takes a number`)
    .int(`--${flag} takes a whole number`)
    .min(1, `--${flag} takes at least 1`)
    .max(most, `--${flag} takes at most ${most}`)

/** From flags and environment (docs/contract.md §6.1); a relative PAS_HOME is below `clone`. Throws a `StackError`. */
export function readStackOptions(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  clone: string,
): StackOptions {
  const flags = parseFlags(args)
  const set = Object.fromEntries(Object.entries(env).filter(([, value]) => value))
  try {
    const { PAS_HOME, PAS_PORT_BASE } = variables.parse(set)
    const engines = flags.engines ?? set.ENGINES
    return {
      homePath: path.resolve(clone, PAS_HOME),
      portBase: PAS_PORT_BASE,
      only: flags.only === undefined ? null : new Set(names('only', flags.only, processKeys)),
      engines: engines === undefined ? null : names('engines', engines, engineNames),
      apis: countUpTo('api', maxApis).parse(flags.api ?? 1),
      workers: countUpTo('workers', maxWorkers).parse(flags.workers ?? 1),
      installEngines: flags['install-engines'] ?? false,
      env: set,
      image: null,
    }
  } catch (error) {
    if (error instanceof z.ZodError)
      throw new StackError(`${error.issues.map(({ message }) => message).join('; ')}.`)
    throw error
  }
}

/** `bin/start-help.mjs` describes them. */
export const stackFlags = {
  only: { type: 'string' },
  engines: { type: 'string' },
  api: { type: 'string' },
  workers: { type: 'string' },
  'install-engines': { type: 'boolean' },
} as const

function parseFlags(
  args: readonly string[],
): ReturnType<typeof parseArgs<{ options: typeof stackFlags }>>['values'] {
  try {
    return parseArgs({ args: [...args], options: stackFlags }).values
  } catch (error) {
    throw new StackError(`${(error as Error).message.split('. ')[0]}. 'npm start -- --help' lists the flags.`)
  }
}

function names<Name extends string>(flag: string, text: string, known: readonly Name[]): Name[] {
  return text
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean)
    .map((part) => {
      const name = known.find((candidate) => candidate === part)
      if (name === undefined)
        throw new StackError(`--${flag} does not know '${part}': choose from ${known.join(', ')}.`)
      return name
    })
}
