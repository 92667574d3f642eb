import path from 'node:path'
import type { Service } from '@pas/settings/setting'
import type { PackagesFolder } from './debian-packages'
import { findRedisServer, planRedis, redisUrl } from './embedded-redis'
import { ensureServiceDatabase, planPostgres, roles } from './embedded-postgres'
import type { Home } from './home'
import type { StackPorts } from './ports'
import { keptSecret } from './secrets'
import type { StackOptions } from './stack-options'
import type { Supervisor } from './supervisor'

const storeStartTimeoutMs = 60_000

/** When `--only` names it, or the environment has no URL of one. */
export function startsStore({ only, env }: StackOptions, key: 'postgres' | 'redis'): boolean {
  return only?.has(key) === true || env[key === 'postgres' ? 'DATABASE_URL' : 'REDIS_URL'] === undefined
}

/** For `bin/pas`, and for each service with a role or user of its own. */
export interface StoreUrls {
  DATABASE_URL: string
  REDIS_URL: string
  ofServices: ServiceStoreUrls
}

export type ServiceStoreUrls = Partial<Record<Service, { DATABASE_URL?: string; REDIS_URL?: string }>>

/** A worker of `npm start` serves several engines. */
const redisUserNames = ['pas_admin', 'pas_auth', 'pas_api', 'pas_cli', 'pas_worker'] as const

/** Downloads what is missing. Resolves to the URLs of all stores, also of those that it does not start. */
export async function startStores(
  options: StackOptions,
  home: Home,
  ports: StackPorts,
  supervisor: Supervisor,
  packages: PackagesFolder,
): Promise<StoreUrls> {
  const { identity, signal } = packages
  const surroundings = { identity, logFolder: options.image ? null : home.logs, recordFolder: home.processes }
  const secret = (name: string): string => keptSecret(path.join(home.processes, `${name}.secret`))
  const secretsOf = <Name extends string>(names: readonly Name[], of: (name: Name) => string) =>
    Object.fromEntries(names.map((name) => [name, secret(of(name))])) as Record<Name, string>
  const startPostgres = async (): Promise<Omit<StoreUrls, 'REDIS_URL'>> => {
    if (!startsStore(options, 'postgres'))
      return { DATABASE_URL: options.env.DATABASE_URL ?? '', ofServices: {} }
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
    const urls = await ensureServiceDatabase(
      postgres,
      secretsOf(roles, (role) => role.replace('pas', 'postgres').replace('_', '-')),
    )
    return {
      DATABASE_URL: urls.pas,
      ofServices: {
        images: { DATABASE_URL: urls.pas_images },
        board: { DATABASE_URL: urls.pas_board },
        'render-worker': { DATABASE_URL: urls.pas_worker },
      },
    }
  }
  const startRedis = async (): Promise<Omit<StoreUrls, 'DATABASE_URL'>> => {
    if (!startsStore(options, 'redis')) return { REDIS_URL: options.env.REDIS_URL ?? '', ofServices: {} }
    const program = await findRedisServer(options.env.PATH ?? '', packages)
    const redis = {
      program,
      folder: home.redis,
      port: ports.redis,
      prefix: options.env.REDIS_PREFIX,
      passwords: secretsOf(redisUserNames, (user) => user.replace('pas_', 'redis-')),
    }
    await supervisor.start('redis', [planRedis(redis, surroundings)], storeStartTimeoutMs)
    return {
      REDIS_URL: redisUrl(redis, 'pas_cli'),
      ofServices: {
        auth: { REDIS_URL: redisUrl(redis, 'pas_auth') },
        api: { REDIS_URL: redisUrl(redis, 'pas_api') },
        'render-worker': { REDIS_URL: redisUrl(redis, 'pas_worker') },
      },
    }
  }
  const postgres = startPostgres()
  const redis = startRedis()
  // When one fails, wait for the other: it may have started a program.
  await Promise.allSettled([postgres, redis])
  const [database, queues] = [await postgres, await redis]
  const keys = new Set([...Object.keys(database.ofServices), ...Object.keys(queues.ofServices)] as Service[])
  const ofServices = Object.fromEntries(
    [...keys].map((key) => [key, { ...database.ofServices[key], ...queues.ofServices[key] }]),
  )
  return { ...database, ...queues, ofServices }
}
