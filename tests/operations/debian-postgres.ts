import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { chownSync, existsSync, globSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { spawnIdentity } from '@pas/engine-programs/identity'
import { freePort } from '@pas/testing/free-port'
import { createTestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { Client } from 'pg'
import { resolveIdentity } from '../../tools/stack/src/resolve-identity'

/**
 * The folder of a Debian package of PostgreSQL that has the server and pg_dump, the newest if there are several, else
 * undefined. The server of npm packages has no pg_dump, and pg_dump refuses servers that are newer than itself.
 */
export const debianPostgres = globSync('/usr/lib/postgresql/*/bin')
  .sort()
  .findLast((folder) =>
    ['initdb', 'postgres', 'pg_dump', 'pg_restore'].every((name) => existsSync(path.join(folder, name))),
  )

/** A running server of Debian's PostgreSQL, whose data is thrown away. */
export interface DebianPostgres {
  /** The URL of one of its databases for the superuser; the password is escaped. */
  urlOf(database: string): string
  createDatabase(name: string): Promise<void>
  close(): Promise<void>
}

/** Starts a server with the programs in `programs`, whose superuser has this password. */
export async function startDebianPostgres(programs: string, password: string): Promise<DebianPostgres> {
  const folder = await createTestFolder()
  // PostgreSQL refuses to run as root.
  const identity = resolveIdentity()
  const data = path.join(folder.path, 'data')
  const passwordFile = path.join(folder.path, 'password')
  mkdirSync(data)
  writeFileSync(passwordFile, password)
  for (const file of [folder.path, data, passwordFile]) chownSync(file, identity.uid, identity.gid)
  const options = {
    cwd: data,
    env: { PATH: '/usr/bin:/bin', PAS_STACK: process.env.PAS_STACK },
    ...spawnIdentity(identity),
  }
  const made = spawnSync(
    path.join(programs, 'initdb'),
    [
      '--pgdata',
      data,
      '--username',
      'postgres',
      '--pwfile',
      passwordFile,
      '--auth',
      'scram-sha-256',
      '--no-sync',
      '--locale',
      'C',
      '--encoding',
      'UTF8',
    ],
    { ...options, encoding: 'utf8' },
  )
  if (made.status !== 0) throw new Error(`initdb: ${made.stderr}`)
  const port = await freePort()
  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=', 'fsync=off']
  const server = spawn(
    path.join(programs, 'postgres'),
    ['-D', data, ...settings.flatMap((one) => ['-c', one])],
    {
      ...options,
      stdio: 'ignore',
    },
  )
  const urlOf = (database: string): string =>
    `postgresql://postgres:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`
  const run = async (statement: string): Promise<void> => {
    const connection = new Client({ connectionString: urlOf('postgres') })
    connection.on('error', () => undefined)
    await connection.connect()
    try {
      await connection.query(statement)
    } finally {
      await connection.end()
    }
  }
  await until('PostgreSQL answers', () =>
    run('SELECT 1').then(
      () => true,
      (error: unknown) => [false, error instanceof Error ? error.message : error],
    ),
  )
  return {
    urlOf,
    createDatabase: (name) => run(`CREATE DATABASE ${name}`),
    close: async () => {
      server.kill('SIGINT')
      if (server.exitCode === null) await once(server, 'exit')
      await folder.close()
    },
  }
}
