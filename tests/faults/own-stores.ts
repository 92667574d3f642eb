import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import type { ProcessStat } from '@pas/runtime/process-stat'
import { descendantsOf, stillRunning } from '@pas/testing/processes'
import { createTestFolder } from '@pas/testing/test-folder'
import { until } from '@pas/testing/until'
import { planPostgres, superuserUrl } from '../../tools/stack/src/embedded-postgres'
import { findRedisServer, planRedis, redisUrl } from '../../tools/stack/src/embedded-redis'
import type { RedisUser } from '../../tools/stack/src/redis-users'
import { resolveIdentity } from '../../tools/stack/src/resolve-identity'
import { findFreePort } from '../../tools/stack/src/ports'
import type { ProcessPlan } from '../../tools/stack/src/supervised-process'

const clone = path.resolve(__dirname, '../..')
const password = 'only-for-this-test'
/** Never aborts. */
const { signal } = new AbortController()

/** A store for one test, which keeps its address over restarts and has its data on disk. */
export interface OwnStore {
  url: string
  /**
   * Kills all its processes with SIGKILL and resolves when they have ended. With `losesData` it starts empty
   * afterwards.
   */
  kill(options?: { losesData: boolean }): Promise<void>
  /** Starts it unless it runs; resolves when it answers. */
  start(): Promise<void>
  /** Sends SIGSTOP: until `proceed` the kernel accepts connections, but the store answers nothing. */
  freeze(): void
  proceed(): void
  close(): Promise<void>
}

/**
 * Starts a Redis with an append-only file, so that a restart keeps its data. `url` is the administrator's; these users,
 * for keys below `prefix`, have the same password.
 */
export async function startOwnRedis({
  users = [],
  prefix,
}: { users?: readonly RedisUser[]; prefix?: string } = {}): Promise<OwnStore> {
  const folder = await createTestFolder()
  const identity = resolveIdentity()
  const redis = {
    // `npm test` puts a redis-server on PATH.
    program: await findRedisServer(process.env.PATH ?? '', { path: folder.path, identity, signal }),
    folder: folder.path,
    port: await findFreePort(),
    prefix,
    passwords: { pas_admin: password, ...Object.fromEntries(users.map((user) => [user, password])) },
  }
  const plan = planRedis(redis, { identity, logFolder: folder.path, recordFolder: folder.path })
  return runStore(plan, redisUrl(redis), folder.path, path.join(folder.path, 'appendonlydir'))
}

/** Starts a PostgreSQL with `max_connections` set to `maxConnections`; `url` is the superuser's. */
export async function startOwnPostgres({ maxConnections = 60 } = {}): Promise<OwnStore> {
  const folder = await createTestFolder()
  const postgres = {
    tree: clone,
    folder: path.join(folder.path, 'postgres'),
    port: await findFreePort(),
    superuserPassword: password,
    // Without fsync: the tests kill processes, not the machine, so the kernel keeps what was written.
    isThrowAway: true,
  }
  mkdirSync(postgres.folder)
  const surroundings = { identity: resolveIdentity(), logFolder: folder.path, recordFolder: folder.path }
  const plan = await planPostgres(postgres, surroundings, signal)
  // With synchronous_commit every commit is written to the kernel; without it the last commits are only in the killed
  // process.
  const settings = ['synchronous_commit=on', `max_connections=${maxConnections}`]
  const durable = { ...plan, args: [...plan.args, ...settings.flatMap((setting) => ['-c', setting])] }
  return runStore(durable, superuserUrl(postgres), folder.path, postgres.folder)
}

async function runStore(
  plan: ProcessPlan,
  url: string,
  folder: string,
  dataFolder: string,
): Promise<OwnStore> {
  let child: ChildProcess | null = null

  const start = async (): Promise<void> => {
    if (child) return
    const log = openSync(path.join(folder, `${plan.name}.log`), 'a')
    const started = spawn(plan.command, plan.args, {
      cwd: plan.folder,
      // PAS_STACK marks the process as the test run's, which kills whatever a crashed test left behind.
      env: { ...plan.env, PAS_STACK: process.env.PAS_STACK },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child = started
    await plan.untilReady(AbortSignal.timeout(30_000))
    if (started.exitCode !== null)
      throw new Error(
        `${plan.name} ended with ${started.exitCode} at its start; see ${plan.name}.log in ${folder}`,
      )
  }
  /** Signals each process by its pid, as Postgres's children lead process groups of their own. */
  const signal = (name: NodeJS.Signals): ProcessStat[] => {
    if (child?.pid === undefined) return []
    const others = descendantsOf(child.pid)
    for (const pid of [child.pid, ...others.map((each) => each.pid)]) {
      try {
        process.kill(pid, name)
      } catch {
        // The process has ended in the meantime.
      }
    }
    return others
  }
  const kill: OwnStore['kill'] = async ({ losesData } = { losesData: false }) => {
    if (!child) return
    const exited = once(child, 'exit')
    const others = signal('SIGKILL')
    await exited
    await until('all of it has ended', () => {
      const left = stillRunning(others)
      return [left.length === 0, left]
    })
    child = null
    if (losesData) await rm(dataFolder, { recursive: true })
  }

  await start()
  return {
    url,
    kill,
    start,
    freeze: () => void signal('SIGSTOP'),
    proceed: () => void signal('SIGCONT'),
    close: async () => {
      await kill()
      await rm(folder, { recursive: true, force: true })
    },
  }
}
