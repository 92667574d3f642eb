import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdirSync, openSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import path from 'node:path'
import { createTestFolder } from '@pas/testing/test-folder'
import { planPostgres, superuserUrl } from '../../tools/stack/src/embedded-postgres'
import { findRedisServer, planRedis, redisUrl } from '../../tools/stack/src/embedded-redis'
import { resolveIdentity } from '../../tools/stack/src/resolve-identity'
import { findFreePort } from '../../tools/stack/src/ports'
import type { ProcessPlan } from '../../tools/stack/src/supervised-process'
import { until } from '../hostile/until'
import { descendantsOf, stillRunning, type SeenProcess } from './processes'

const clone = path.resolve(__dirname, '../..')
const password = 'only-for-this-test'

/** A store of a test's own, always at one address, with its data on disk. */
export interface OwnStore {
  url: string
  /** `kill -9` of all its processes; resolves when they are gone. With `losesData` it will come back empty. */
  kill(options?: { losesData: boolean }): Promise<void>
  /** Unless it runs; resolves when it answers. */
  start(): Promise<void>
  /** SIGSTOP: it accepts connections and answers nothing, until `proceed`. */
  freeze(): void
  proceed(): void
  close(): Promise<void>
}

/** Redis that writes what it is told to an append-only file. */
export async function startOwnRedis(): Promise<OwnStore> {
  const folder = await createTestFolder()
  const identity = resolveIdentity()
  const redis = {
    // `npm test` has put one on PATH.
    program: findRedisServer(process.env.PATH ?? '', folder.path, identity),
    folder: folder.path,
    port: await findFreePort(),
    password,
  }
  const plan = planRedis(redis, { identity, logFolder: folder.path, recordFolder: folder.path })
  return runStore(plan, redisUrl(redis), folder.path, path.join(folder.path, 'appendonlydir'))
}

/** PostgreSQL with room for `maxConnections`; its URL is the superuser's. */
export async function startOwnPostgres({ maxConnections = 60 } = {}): Promise<OwnStore> {
  const folder = await createTestFolder()
  const postgres = {
    tree: clone,
    folder: path.join(folder.path, 'postgres'),
    port: await findFreePort(),
    superuserPassword: password,
    // Nothing waits for the disk: it is the processes that are killed, not the machine.
    isThrowAway: true,
  }
  mkdirSync(postgres.folder)
  const surroundings = { identity: resolveIdentity(), logFolder: folder.path, recordFolder: folder.path }
  const plan = planPostgres(postgres, surroundings)
  // What was committed was handed to the system; without it the last moments are in the process alone.
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
    const log = openSync(path.join(plan.logFolder, `${plan.name}.log`), 'a')
    const started = spawn(plan.command, plan.args, {
      cwd: plan.folder,
      // What marks it as the test run's, which then ends whatever a test that crashed left behind.
      env: { ...plan.env, PAS_STACK: process.env.PAS_STACK },
      stdio: ['ignore', log, log],
      detached: true,
    })
    closeSync(log)
    child = started
    await plan.untilReady(AbortSignal.timeout(30_000))
    if (started.exitCode !== null) throw new Error(`${plan.name} ended at once`)
  }
  /** Postgres's children lead process groups of their own. */
  const signal = (name: NodeJS.Signals): SeenProcess[] => {
    if (child?.pid === undefined) return []
    const others = descendantsOf(child.pid)
    for (const pid of [child.pid, ...others.map((each) => each.pid)]) {
      try {
        process.kill(pid, name)
      } catch {
        // It has just ended by itself.
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
