import { chmodSync, chownSync, existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chooseEngines } from '@pas/stack/choose-engines'
import type { PackagesFolder } from '@pas/stack/debian-packages'
import { planPostgres, superuserUrl } from '@pas/stack/embedded-postgres'
import { findRedisServer, planRedis, redisUrl } from '@pas/stack/embedded-redis'
import { findTestProgram, type TestProgramName } from '@pas/stack/find-test-program'
import { prepareHome, type Home } from '@pas/stack/home'
import type { Identity } from '@pas/engine-programs/identity'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { findFreePort } from '@pas/stack/ports'
import { prepareEngines } from '@pas/stack/prepare-engines'
import { progress, StackError } from '@pas/stack/progress'
import { isReachable } from '@pas/engine-programs/reachable'
import { userVariables } from '@pas/stack/service-plans'
import { readStackOptions } from '@pas/stack/stack-options'
import { Supervisor } from '@pas/stack/supervisor'
import type { Preparation, Prepared } from './prepared'

const storeStartTimeoutMs = 60_000
const installFlag = '--install-engines'
const storePassword = 'only-for-this-run'

/**
 * Starts throw-away stores, and finds the engines of this machine and the fonts, for a test run. With
 * `--install-engines` missing engines are installed first, and the run fails if one is still missing.
 */
export function prepareTests(
  args: readonly string[],
  env: Readonly<Record<string, string | undefined>>,
  clone: string,
): Preparation {
  const options = readStackOptions(
    args.filter((arg) => arg === installFlag),
    env,
    clone,
  )
  const identity = resolveIdentity()
  const stopping = new AbortController()
  const { signal } = stopping
  let scratch: string | null = null
  let supervisor: Supervisor | null = null
  const prepare = async (): Promise<Prepared> => {
    const home = await prepareHome(options.homePath, clone, identity)
    signal.throwIfAborted()
    const packages = { path: home.packages, identity, signal }
    scratch = makeScratchFolder(home, identity)
    supervisor = new Supervisor(scratch, () => undefined)
    const engines = await chooseEngines({ ...options, engines: null, signal }, { env: options.env, identity })
    const programs = await prepareEngines(engines, options.env, home, packages)
    const searchPath = programs.PATH ?? options.env.PATH ?? ''
    const findFolder = (name: TestProgramName): Promise<string | null> =>
      findTestProgram(name, searchPath, packages)
    const folders = {
      TEST_PROMETHEUS: await findFolder('prometheus'),
      TEST_NGINX: await findFolder('nginx'),
      TEST_CADDY: await findFolder('caddy'),
      TEST_RCLONE: await findFolder('rclone'),
    }
    progress('starting throw-away stores')
    const redisServer = await findRedisServer(searchPath, packages)
    const stores = await startThrowAwayStores(home, packages, scratch, redisServer, supervisor)
    return {
      home,
      identity,
      env: {
        ...definedOnly(options.env),
        ...userVariables(home, identity),
        ...programs,
        ...stores,
        TEST_ENGINES: (options.installEngines ? null : options.env.TEST_ENGINES) ?? engines.join(','),
        ...definedOnly(folders),
        // Stacks that a test starts must find the redis-server that was downloaded.
        PATH: `${path.dirname(redisServer)}${path.delimiter}${searchPath}`,
        TMPDIR: path.join(scratch, 'tmp'),
        // Beside other work, tests would wait long for engines that stand back.
        ENGINE_NICE: '0',
        NODE_ENV: 'test',
      },
    }
  }
  const ready = prepare()
  return {
    ready,
    stop: async () => {
      stopping.abort(new StackError('The run was stopped before it began.'))
      await supervisor?.stop()
      await ready.catch(() => undefined)
      if (scratch !== null) rmSync(scratch, { recursive: true, force: true })
    },
    kill: () => {
      supervisor?.kill()
    },
  }
}

/**
 * Node's arguments that run jest. `--long` and `--install-engines` are ours, all other arguments are jest's; `--long`
 * also sets TEST_LONG in `env`, which makes it the long run.
 */
export function jestCommand({ home, env }: Prepared, args: readonly string[]): string[] {
  if (args.includes('--long')) env.TEST_LONG = '1'
  const jest = path.join(home.tree, 'node_modules', 'jest', 'bin', 'jest.js')
  const cache = path.join(home.user, 'jest-cache')
  return [jest, `--cacheDirectory=${cache}`, ...args.filter((arg) => arg !== '--long' && arg !== installFlag)]
}

function makeScratchFolder(home: Home, identity: Identity): string {
  const parent = isReachable(tmpdir(), identity) ? tmpdir() : path.dirname(home.user)
  const scratch = mkdtempSync(path.join(parent, 'pas-run-'))
  for (const name of ['', 'postgres', 'redis', 'tmp', 'logs', 'processes']) {
    const folder = path.join(scratch, name)
    if (!existsSync(folder)) mkdirSync(folder, { mode: 0o700 })
    if (identity.isDropped) chownSync(folder, identity.uid, identity.gid)
    // Let other users enter it, for tests of what they can reach inside.
    if (name === '' || name === 'tmp') chmodSync(folder, 0o711)
  }
  return scratch
}

async function startThrowAwayStores(
  home: Home,
  { identity, signal }: PackagesFolder,
  scratch: string,
  redisServer: string,
  supervisor: Supervisor,
): Promise<{ TEST_DATABASE_URL: string; TEST_REDIS_URL: string }> {
  const surroundings = {
    identity,
    logFolder: path.join(scratch, 'logs'),
    recordFolder: path.join(scratch, 'processes'),
  }
  const postgres = {
    tree: home.tree,
    folder: path.join(scratch, 'postgres'),
    port: await findFreePort(),
    superuserPassword: storePassword,
    isThrowAway: true,
  }
  const redis = {
    program: redisServer,
    folder: path.join(scratch, 'redis'),
    port: await findFreePort(),
    password: storePassword,
    isThrowAway: true,
  }
  const postgresPlan = await planPostgres(postgres, surroundings, signal)
  await Promise.all([
    supervisor.start('postgres', [postgresPlan], storeStartTimeoutMs),
    supervisor.start('redis', [planRedis(redis, surroundings)], storeStartTimeoutMs),
  ])
  return { TEST_DATABASE_URL: superuserUrl(postgres), TEST_REDIS_URL: redisUrl(redis) }
}

function definedOnly(env: Readonly<Record<string, string | null | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(env).flatMap(([name, value]) => (value ? [[name, value]] : [])))
}
