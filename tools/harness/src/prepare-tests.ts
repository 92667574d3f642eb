import path from 'node:path'
import { chooseEngines } from '@pas/stack/choose-engines'
import type { PackagesFolder } from '@pas/stack/debian-packages'
import { planPostgres, superuserUrl } from '@pas/stack/embedded-postgres'
import { findRedisServer, planRedis, redisUrl } from '@pas/stack/embedded-redis'
import { findTestProgram, type TestProgramName } from '@pas/stack/find-test-program'
import { prepareHome, type Home } from '@pas/stack/home'
import { resolveIdentity } from '@pas/stack/resolve-identity'
import { findFreePort } from '@pas/stack/ports'
import { prepareEngines } from '@pas/stack/prepare-engines'
import { progress, StackError } from '@pas/stack/progress'
import { userVariables } from '@pas/stack/service-plans'
import { readStackOptions } from '@pas/stack/stack-options'
import { Supervisor } from '@pas/stack/supervisor'
import type { Preparation, Prepared } from './prepared'
import { makeScratchFolders, type ScratchFolders } from './scratch-folders'

const storeStartTimeoutMs = 60_000
const installFlag = '--install-engines'
const storePassword = 'only-for-this-run'

/**
 * Starts throw-away stores, and finds engines and fonts. With `--install-engines` missing engines are installed, and
 * the run fails if one is still missing.
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
  let folders: ScratchFolders | null = null
  let supervisor: Supervisor | null = null
  const prepare = async (): Promise<Prepared> => {
    const home = await prepareHome(options.homePath, clone, identity)
    signal.throwIfAborted()
    const packages = { path: home.packages, identity, signal }
    folders = makeScratchFolders(home, identity)
    const { scratch } = folders
    supervisor = new Supervisor(scratch, () => undefined)
    const engines = await chooseEngines({ ...options, engines: null, signal }, { env: options.env, identity })
    const programs = await prepareEngines(engines, options.env, home, packages)
    const searchPath = programs.PATH ?? options.env.PATH ?? ''
    const findFolder = (name: TestProgramName): Promise<string | null> =>
      findTestProgram(name, searchPath, packages)
    const programFolders = {
      TEST_PROMETHEUS: await findFolder('prometheus'),
      TEST_NGINX: await findFolder('nginx'),
      TEST_TINYPROXY: await findFolder('tinyproxy'),
      TEST_CADDY: await findFolder('caddy'),
      TEST_RCLONE: await findFolder('rclone'),
      TEST_KUBECTL: await findFolder('kubectl'),
      TEST_SPAMD: await findFolder('spamd'),
    }
    progress('starting throw-away stores')
    const redisServer = await findRedisServer(searchPath, packages)
    const stores = await startThrowAwayStores(home, packages, folders, redisServer, supervisor)
    return {
      home,
      identity,
      env: {
        ...definedOnly(options.env),
        ...userVariables(home, identity),
        ...programs,
        ...stores,
        TEST_ENGINES: (options.installEngines ? null : options.env.TEST_ENGINES) ?? engines.join(','),
        ...definedOnly(programFolders),
        // Stacks that a test starts must find the redis-server that was downloaded.
        PATH: `${path.dirname(redisServer)}${path.delimiter}${searchPath}`,
        TMPDIR: path.join(scratch, 'tmp'),
        // With a higher niceness, engines would wait for other work of the machine, and tests for the engines.
        ENGINE_NICE: '0',
        // As the services run: React's development build, for one, does more work and is slower.
        NODE_ENV: 'production',
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
      folders?.remove()
    },
    kill: () => {
      supervisor?.kill()
    },
  }
}

/** Node's arguments. `--long` (sets TEST_LONG in `env`) and `--install-engines` are ours, all others jest's. */
export function jestCommand({ home, env }: Prepared, args: readonly string[]): string[] {
  if (args.includes('--long')) env.TEST_LONG = '1'
  const jest = path.join(home.tree, 'node_modules', 'jest', 'bin', 'jest.js')
  const cache = path.join(home.user, 'jest-cache')
  return [jest, `--cacheDirectory=${cache}`, ...args.filter((arg) => arg !== '--long' && arg !== installFlag)]
}

async function startThrowAwayStores(
  home: Home,
  { identity, signal }: PackagesFolder,
  { scratch, stores }: ScratchFolders,
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
    folder: path.join(stores, 'postgres'),
    port: await findFreePort(),
    superuserPassword: storePassword,
    isThrowAway: true,
  }
  const redis = {
    program: redisServer,
    folder: path.join(stores, 'redis'),
    port: await findFreePort(),
    passwords: { pas_admin: storePassword },
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
