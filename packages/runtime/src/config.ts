import { z } from 'zod'

/** The process cannot start with its configuration. `problems` has a line per variable, each saying what to set. */
export class ConfigError extends Error {
  override name = 'ConfigError'

  constructor(readonly problems: readonly string[]) {
    super(`The environment cannot be used:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  }
}

/**
 * Reads a service's configuration from its environment. An empty variable counts as not set. Throws one `ConfigError`
 * that names all variables at fault.
 */
export function parseConfig<Schema extends z.ZodType>(
  schema: Schema,
  env: Readonly<Record<string, string | undefined>>,
): z.output<Schema> {
  const set = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = schema.safeParse(set)
  if (result.success) return result.data
  throw new ConfigError(
    result.error.issues.map((issue) => {
      const name = issue.path.join('.') || 'environment'
      const missing = issue.code === 'invalid_type' && !(name in set)
      return missing ? `${name}: is required` : `${name}: ${issue.message}`
    }),
  )
}

/**
 * Runs a process's main function. When it resolves, everything is closed and the process exits 0, even if a connection
 * to an unreachable store is still open. When it rejects, `exitUnstarted` ends the process. SIGUSR1 is ignored.
 */
export async function runMain(main: () => Promise<void>): Promise<void> {
  // By default, Node opens its debugger on loopback at SIGUSR1, for any process of the same user.
  process.on('SIGUSR1', () => undefined)
  try {
    await main()
    process.exit(0)
  } catch (error) {
    exitUnstarted(error)
  }
}

/** Writes why the process cannot start to standard error, a stack trace unless it is a `ConfigError`, and exits 1. */
export function exitUnstarted(error: unknown): never {
  process.stderr.write(`${error instanceof ConfigError ? error.message : startFailure(error)}\n`)
  process.exit(1)
}

function startFailure(error: unknown): string {
  return error instanceof Error ? (error.stack ?? error.message) : String(error)
}

/** A whole number in a variable's text, at least `least`. */
export const wholeNumber = (least = 1): z.ZodCoercedNumber => z.coerce.number().int().min(least)

/**
 * An absolute https URL, for variables such as `AUTH_URL`. Trailing slashes are removed, so that paths can be appended.
 */
export const httpsUrl = z
  .url({ protocol: /^https$/, error: 'must be an absolute https URL' })
  .transform((url) => url.replace(/\/+$/, ''))

/** `1`, `true`, `yes` switch on; `0`, `false`, `no` switch off. */
export const onOff = z.stringbool({ truthy: ['1', 'true', 'yes'], falsy: ['0', 'false', 'no'] })

/** The variable that says where Postgres is. */
export const databaseUrl = z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgresql:// URL' })

/** The variables of every service that uses the database; spread into its own schema. */
export const databaseVariables = {
  DATABASE_URL: databaseUrl,
  /** Maximum number of connections per process. */
  DATABASE_POOL: wholeNumber().default(10),
}

/** The part of a parsed environment that says how to reach Postgres. */
export const databaseConfig = ({
  DATABASE_URL: url,
  DATABASE_POOL: poolMax,
}: z.output<z.ZodObject<typeof databaseVariables>>) => ({ url, poolMax })

/** The variables of every service. */
export const startVariables = {
  /** How long a starting service waits for each store that it needs to start. */
  START_TIMEOUT_MS: wholeNumber().default(60_000),
}

/** The variables of every service that uses the queues. */
export const redisVariables = {
  REDIS_URL: z.url({ protocol: /^rediss?$/, error: 'must be a redis:// URL' }),
  /** Prefix of all keys in Redis; keeps installations that share a Redis apart. */
  REDIS_PREFIX: z.string().default('pas'),
}

/** The part of a parsed environment that says how to reach Redis. */
export const redisConfig = ({
  REDIS_URL: url,
  REDIS_PREFIX: prefix,
}: z.output<z.ZodObject<typeof redisVariables>>) => ({ url, prefix })
