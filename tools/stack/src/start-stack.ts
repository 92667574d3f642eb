import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { migrate } from '@pas/db/migrate'
import { connectToQueues, neededRedis } from '@pas/runtime/open-redis'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { namesReadBy } from '@pas/settings/all-settings'
import { serviceNames, type Service } from '@pas/settings/setting'
import { chooseEngines } from './choose-engines'
import { ensureDemoAccount } from './demo-account'
import { makeSignInUrl, registerBoard } from './demo-board'
import { sendDemoEmail } from './demo-email'
import { prepareHome, type Home } from './home'
import type { Identity } from '@pas/engine-programs/identity'
import { resolveIdentity } from './resolve-identity'
import { ensureLocalCertificate } from './local-ca'
import { endMarkedProcesses, stackMark } from './marked-processes'
import { assertPortsFree } from '../../../bin/ports.cjs'
import { assignPorts, type StackPorts } from './ports'
import { prepareEngines } from './prepare-engines'
import { endLeftovers, findRecordedProcess, forgetProcess, recordProcess } from './process-record'
import { progress, StackError } from './progress'
import { untilReadyz } from './readiness'
import { apiUrls, hasService, planService } from './service-plans'
import { keptSecret } from './secrets'
import { removeStackFiles, writeEnvironmentFile, writeStackFile, type StackFile } from './stack-file'
import type { ProcessKey, StackOptions } from './stack-options'
import { startsStore, startStores } from './stack-stores'
import type { ProcessPlan } from './supervised-process'
import { Supervisor } from './supervisor'

/** The default of a service's START_TIMEOUT_MS. */
const storeTimeoutMs = 60_000
/** Longer than a service waits for stores or engines: it then ends by itself and logs which is missing. */
const serviceStartTimeoutMs = 300_000
const leftoverGraceMs = 3_000
const supervisorRecord = 'supervisor'

export interface Stack {
  /** Services first, stores last. */
  stop(): Promise<void>
  kill(): void
  /** Resolves when stack.json says so. Rejects with a `StackError`. */
  ready: Promise<ReadyStack>
}

export interface ReadyStack {
  file: StackFile
  /** Null: the demo email was not sent. */
  previewUrl: string | null
  /** The board's address with a one-time link for the demo's user; null without board or auth. */
  signInUrl: string | null
}

export function startStack(options: StackOptions, clone: string): Stack {
  let file: StackFile | null = null
  let home: Home | null = null
  const supervisor = new Supervisor(options.homePath, () => {
    if (file) writeStackFile(options.homePath, (file = { ...file, processes: supervisor.processes }))
  })
  const stopping = new AbortController()
  const { signal } = stopping
  const start = async (): Promise<ReadyStack> => {
    const identity = resolveIdentity()
    const prepared = await prepareHome(options.homePath, clone, identity)
    signal.throwIfAborted()
    await takeOverHome(prepared)
    home = prepared
    signal.throwIfAborted()
    const started = await startEverything(options, prepared, identity, supervisor, signal)
    file = { ...started.file, processes: supervisor.processes }
    writeStackFile(options.homePath, file)
    return { ...started, file }
  }
  const ready = start()
  return {
    ready,
    stop: async () => {
      file = null
      stopping.abort(new StackError('The stack was stopped before it was ready.'))
      // Before `takeOverHome` has succeeded nothing is started, and processes in this home belong to another stack.
      if (!home) return
      removeStackFiles(home.path)
      await supervisor.stop()
      // Downloads have been told to end: wait until they have.
      await ready.catch(() => undefined)
      forgetProcess(home.processes, supervisorRecord)
    },
    kill: () => {
      supervisor.kill()
    },
  }
}

/** Ends processes that a crashed stack left; keeps data. Throws a `StackError` if another stack runs in PAS_HOME. */
async function takeOverHome(home: Home): Promise<void> {
  const other = findRecordedProcess(home.processes, supervisorRecord)
  if (other && other.pid !== process.pid)
    throw new StackError(
      `A stack already runs in ${home.path} (process ${other.pid}): stop it first, or set PAS_HOME and PAS_PORT_BASE to run another beside it.`,
    )
  removeStackFiles(home.path)
  const leftovers = await endLeftovers(home.processes, leftoverGraceMs)
  const marked = await endMarkedProcesses(home.path)
  if (leftovers.length || marked)
    progress(`ended processes that an earlier run had left behind (${leftovers.join(', ') || marked})`)
  recordProcess(home.processes, supervisorRecord, process.pid)
}

async function startEverything(
  options: StackOptions,
  home: Home,
  identity: Identity,
  supervisor: Supervisor,
  signal: AbortSignal,
): Promise<Omit<ReadyStack, 'file'> & { file: Omit<StackFile, 'processes'> }> {
  const { only } = options
  const services = serviceNames.filter(
    (key) => (only === null || only.has(key)) && hasService(home.tree, key),
  )
  const missing = serviceNames.filter((key) => only?.has(key) && !hasService(home.tree, key))
  if (missing.length)
    throw new StackError(`This build has no service ${missing.join(', ')}: leave it out of --only.`)
  const has = (key: Service): boolean => services.includes(key)
  const ports = assignPorts(options.portBase, options.apis, options.workers)
  await assertPortsFree(portsInUse(options, ports, services))
  const packages = { path: home.packages, identity, signal }
  const engines = has('render-worker')
    ? await chooseEngines({ ...options, signal }, { env: options.env, identity })
    : []
  const programs = has('render-worker') ? await prepareEngines(engines, options.env, home, packages) : {}
  const certificate = await ensureLocalCertificate(home.tls, identity)
  const caFile = path.join(home.path, 'tls', 'ca.pem')
  progress('starting the stores')
  const { ofServices: storeUrls, ...stores } = await startStores(options, home, ports, supervisor, packages)
  if (!startsStore(options, 'redis') && (has('api') || has('render-worker')))
    await Promise.race([untilRedisComes(stores.REDIS_URL), untilAborted(signal)])
  if (stores.DATABASE_URL && (services.length > 0 || startsStore(options, 'postgres'))) {
    await Promise.race([untilPostgresComes(stores.DATABASE_URL), untilAborted(signal)])
    const applied = await migrate(stores.DATABASE_URL)
    if (applied.length) progress(`applied the migrations ${applied.join(', ')}`)
  }
  const assetsUrl = `http://127.0.0.1:${ports.demoWeb}`
  const variables: Record<string, string> = {
    ...stores,
    ...programs,
    STORAGE_URL: options.env.STORAGE_URL ?? pathToFileURL(home.storage).href,
    AUTH_URL: `https://localhost:${ports.auth}`,
    ...apiUrls(ports.api[0] ?? 0),
    IMAGES_URL: `https://localhost:${ports.images}`,
    BOARD_URL: `https://localhost:${ports.board}`,
    ASSET_ALLOW: [options.env.ASSET_ALLOW, `127.0.0.1:${ports.demoWeb}`].filter(Boolean).join(','),
    // For examples/webhook-receiver.
    WEBHOOK_ALLOW: [options.env.WEBHOOK_ALLOW, `127.0.0.1:${options.portBase + 7}`].filter(Boolean).join(','),
    SESSION_SECRET: options.env.SESSION_SECRET ?? keptSecret(path.join(home.processes, 'session.secret')),
    ENCRYPTION_KEYS: options.env.ENCRYPTION_KEYS ?? keptSecret(path.join(home.processes, 'encryption.key')),
    BOARD_CLIENT_ID: options.env.BOARD_CLIENT_ID ?? keptSecret(path.join(home.processes, 'board.client-id')),
    BOARD_CLIENT_SECRET:
      options.env.BOARD_CLIENT_SECRET ?? keptSecret(path.join(home.processes, 'board.client-secret')),
    BOARD_SECRET: options.env.BOARD_SECRET ?? keptSecret(path.join(home.processes, 'board.secret')),
    ...(engines.length ? { ENGINES: engines.join(',') } : {}),
  }
  const surroundings = {
    home,
    identity,
    ports,
    certificate,
    options,
    variables: { ...variables, [stackMark]: home.path },
    storeUrls,
  }
  signal.throwIfAborted()
  writeEnvironmentFile(home.path, { ...givenToPas(options.env), ...variables, NODE_EXTRA_CA_CERTS: caFile })
  if (services.length) progress(`starting ${services.join(', ')}`)
  await Promise.all([
    ...services.map((key) => supervisor.start(key, planService(key, surroundings), serviceStartTimeoutMs)),
    ...(has('api')
      ? [supervisor.start(null, [planDemoWeb(ports.demoWeb, home, identity)], serviceStartTimeoutMs)]
      : []),
  ])
  const demo =
    stores.DATABASE_URL && services.length
      ? await ensureDemoAccount(
          stores.DATABASE_URL,
          home.path,
          `https://localhost:${options.portBase + 6}/callback`,
        )
      : null
  if (stores.DATABASE_URL && has('board')) await registerBoard(stores.DATABASE_URL, variables)
  let previewUrl: string | null = null
  if (demo && has('api') && has('images') && engines.includes('chromium')) {
    progress('sending the demo email')
    const { INSTANT_URL: instantUrl } = apiUrls(ports.api[0] ?? 0)
    previewUrl = await sendDemoEmail({
      tree: home.tree,
      assetsUrl,
      instantUrl,
      caFile,
      apiKey: demo.api_key,
    })
    // For scripts, which read this line of the log; people read the lines below `ready`.
    progress(`its preview: ${previewUrl}`)
  }
  signal.throwIfAborted()
  const file = {
    ...(has('board') ? { board_url: `https://localhost:${ports.board}` } : {}),
    ...(has('auth') ? { auth_url: `https://localhost:${ports.auth}` } : {}),
    ...(has('api') ? describeApis(ports) : {}),
    ...(has('images') ? { images_url: `https://localhost:${ports.images}` } : {}),
    ca_file: caFile,
    engines,
    ...(demo ? { demo: { ...demo, assets_url: assetsUrl } } : {}),
  }
  const signInUrl =
    demo && has('board') && has('auth') && stores.DATABASE_URL
      ? await makeSignInUrl(stores.DATABASE_URL, variables.BOARD_URL ?? '', demo)
      : null
  return { file, previewUrl, signInUrl }
}

function untilAborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener('abort', () => {
      reject(signal.reason as Error)
    })
  })
}

const startLimits = { timeoutMs: storeTimeoutMs, logger: { warn: progress, info: progress } }

/** Rejects with a `ConfigError` as `untilPostgresComes` does, and when this Redis evicts keys. */
async function untilRedisComes(url: string): Promise<void> {
  const logger = { warn: () => undefined }
  const redis = await untilStoreComes(neededRedis, startLimits, () => connectToQueues(url, logger))
  redis.disconnect()
}

/** Rejects with a `ConfigError` when it does not answer in time, or refuses the connection. */
async function untilPostgresComes(url: string): Promise<void> {
  const db = openDatabase({ url, poolMax: 1 })
  try {
    await untilStoreComes(neededDatabase, startLimits, () => db.$queryRaw`SELECT 1`)
  } finally {
    await db.$disconnect()
  }
}

function describeApis({
  api,
}: StackPorts): Pick<StackFile, 'api_url' | 'instant_url' | 'api_urls' | 'instant_urls'> {
  const urls = api.map(apiUrls)
  return {
    api_url: urls[0]?.API_URL ?? '',
    instant_url: urls[0]?.INSTANT_URL ?? '',
    ...(urls.length > 1
      ? {
          api_urls: urls.map(({ API_URL }) => API_URL),
          instant_urls: urls.map(({ INSTANT_URL }) => INSTANT_URL),
        }
      : {}),
  }
}

function portsInUse(
  options: StackOptions,
  ports: StackPorts,
  services: readonly ProcessKey[],
): Record<string, number> {
  const numbered = (name: string, list: readonly number[]): [string, number][] =>
    list.map((port, index) => [index === 0 ? name : `${name}-${index + 1}`, port])
  return Object.fromEntries([
    ...(services.includes('auth') ? [['auth', ports.auth] as const] : []),
    ...(services.includes('api')
      ? [...numbered('api', ports.api), ['the demo web', ports.demoWeb] as const]
      : []),
    ...(services.includes('images') ? [['images', ports.images] as const] : []),
    ...(services.includes('board') ? [['board', ports.board] as const] : []),
    ...(services.includes('render-worker') ? numbered('render-worker', ports.workerHealth) : []),
    ...(['postgres', 'redis'] as const)
      .filter((key) => startsStore(options, key))
      .map((key) => [key, ports[key]] as const),
  ])
}

function planDemoWeb(port: number, home: Home, identity: Identity): ProcessPlan {
  return {
    name: 'demo-web',
    command: home.node,
    args: [
      path.join(home.tree, 'tools', 'demo-web', 'dist', 'main.js'),
      String(port),
      path.join(home.tree, 'tools', 'demo-web', 'demo', 'images'),
      path.join(home.tree, 'examples', 'embed'),
    ],
    env: { [stackMark]: home.path },
    folder: home.tree,
    identity,
    logFolder: home.logs,
    recordFolder: home.processes,
    stopSignal: 'SIGTERM',
    stopGraceMs: 2_000,
    untilReady: (signal) => untilReadyz({ port, caFile: null }, signal),
  }
}

/** So that `pas` has them in another shell, too. */
const givenToPas = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries([...namesReadBy('pas')].flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
