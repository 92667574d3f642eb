import path from 'node:path'
import type { PackagesFolder } from './debian-packages'
import { findRedisServer, planRedis, redisUrl } from './embedded-redis'
import { ensureServiceDatabase, planPostgres } from './embedded-postgres'
import type { Home } from './home'
import type { StackPorts } from './ports'
import { keptSecret } from './secrets'
import type { StackOptions } from './stack-options'
import type { Supervisor } from './supervisor'

const storeStartTimeoutMs = 60_000

/** Whether we start a store: `--only` names it, or the environment has no URL of one. */
export function startsStore({ only, env }: StackOptions, key: 'postgres' | 'redis'): boolean {
  return only?.has(key) === true || env[key === 'postgres' ? 'DATABASE_URL' : 'REDIS_URL'] === undefined
}

/**
 * URLs of the stores. `workerDatabaseUrl` is the database's URL for workers; the same as DATABASE_URL when we do not
 * start Postgres.
 */
export interface StoreUrls {
  DATABASE_URL: string
  REDIS_URL: string
  workerDatabaseUrl: string
}

/** Starts the stores that `startsStore` selects, and downloads what is missing. Resolves to the URLs of all stores. */
export async function startStores(
  options: StackOptions,
  home: Home,
  ports: StackPorts,
  supervisor: Supervisor,
  packages: PackagesFolder,
): Promise<StoreUrls> {
  const { identity, signal } = packages
  const surroundings = { identity, logFolder: home.logs, recordFolder: home.processes }
  const secret = (name: string): string => keptSecret(path.join(home.processes, `${name}.secret`))
  const startPostgres = async (): Promise<Omit<StoreUrls, 'REDIS_URL'>> => {
    if (!startsStore(options, 'postgres')) {
      const { DATABASE_URL = '' } = options.env
      return { DATABASE_URL, workerDatabaseUrl: DATABASE_URL }
    }
    const postgres = {
      tree: home.tree,
      folder: home.postgres,
      port: ports.postgres,
      superuserPassword: secret('postgres-superuser'),
    }
    await supervisor.start(
      'postgres',
      [await planPostgres(postgres, surroundings, signal)],
      storeStartTimeoutMs,
    )
    const urls = await ensureServiceDatabase(postgres, {
      pas: secret('postgres'),
      pas_worker: secret('postgres-worker'),
    })
    return { DATABASE_URL: urls.pas, workerDatabaseUrl: urls.pas_worker }
  }
  const startRedis = async (): Promise<string> => {
    if (!startsStore(options, 'redis')) return options.env.REDIS_URL ?? ''
    const program = await findRedisServer(options.env.PATH ?? '', packages)
    const redis = { program, folder: home.redis, port: ports.redis, password: secret('redis') }
    await supervisor.start('redis', [planRedis(redis, surroundings)], storeStartTimeoutMs)
    return redisUrl(redis)
  }
  const postgres = startPostgres()
  const redis = startRedis()
  // When one fails, wait for the other: it may have started a program.
  await Promise.allSettled([postgres, redis])
  return { ...(await postgres), REDIS_URL: await redis }
}
