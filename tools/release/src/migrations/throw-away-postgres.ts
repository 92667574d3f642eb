import { chownSync, existsSync, globSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { StackError } from '@pas/stack/progress'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { runProgram } from '@pas/stack/run-program'

/** The folder of the newest of Debian's PostgreSQL. The npm packages have no pg_dump, and it refuses newer servers. */
export const postgresPrograms = globSync('/usr/lib/postgresql/*/bin')
  .sort()
  .findLast((folder) =>
    ['initdb', 'postgres', 'pg_ctl', 'pg_dump', 'pg_dumpall', 'pg_restore'].every((name) =>
      existsSync(path.join(folder, name)),
    ),
  )

export interface ThrowAwayPostgres {
  /** Its database `postgres`, for the superuser. */
  url: string
  /** Resolves to what the program prints. Throws a `StackError` when it fails. */
  run: (program: string, ...args: string[]) => Promise<string>
}

/** A server of its own on a Unix socket, whose data is removed afterwards. */
export async function withThrowAwayPostgres<Result>(
  work: (server: ThrowAwayPostgres) => Promise<Result>,
): Promise<Result> {
  const programs = postgresPrograms
  if (programs === undefined)
    throw new StackError(
      "To compare migrations, install PostgreSQL and its pg_dump: 'apt-get install postgresql'.",
    )
  const folder = mkdtempSync(path.join(tmpdir(), 'pas-pg-'))
  const identity = resolveIdentity()
  // PostgreSQL refuses to run as root.
  if (identity.isDropped) chownSync(folder, identity.uid, identity.gid)
  const { signal } = new AbortController()
  const run = async (program: string, ...args: string[]): Promise<string> => {
    const { status, stdout, stderr } = await runProgram(path.join(programs, program), args, {
      folder,
      identity,
      signal,
      env: { PATH: '/usr/bin:/bin', LC_ALL: 'C.UTF-8' },
    })
    if (status !== 0) throw new StackError(`${program} failed: ${stderr.trim() || stdout.trim()}`)
    return stdout
  }
  const data = path.join(folder, 'data')
  const settings = `-c listen_addresses= -c unix_socket_directories=${folder} -c fsync=off`
  try {
    await run('initdb', '--pgdata', data, '--username', 'postgres', '--auth', 'trust', '--no-sync')
    await run(
      'pg_ctl',
      'start',
      '--pgdata',
      data,
      '--wait',
      '--log',
      path.join(folder, 'log'),
      '-o',
      settings,
    )
    try {
      return await work({ url: `postgresql://postgres@localhost/postgres?host=${folder}`, run })
    } finally {
      await run('pg_ctl', 'stop', '--pgdata', data, '--mode', 'immediate', '--wait')
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
