import path from 'node:path'
import { migrate, MigrationError } from '@pas/db/migrate'
import { neededDatabase, openDatabase } from '@pas/db/database'
import type { EngineName } from '@pas/email-clients/email-client'
import type { Identity } from '@pas/engine-programs/identity'
import { connectToQueues, neededRedis } from '@pas/runtime/open-redis'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { namesReadBy } from '@pas/settings/all-settings'
import { serviceNames, type Service } from '@pas/settings/setting'
import { assertPortsFree } from '../../../bin/ports.cjs'
import { chooseEngines } from './choose-engines'
import { planDemoWeb } from './demo-web'
import type { Home } from './home'
import { ensureLocalCertificate } from './local-ca'
import { stackMark } from './marked-processes'
import { assignPorts, type StackPorts } from './ports'
import { portsInUse } from './ports-in-use'
import { prepareEngines } from './prepare-engines'
import { progress, StackError } from './progress'
import { apiUrls, hasService, planService } from './service-plans'
import { publicUrls, serviceVariables, smtpAddress } from './service-variables'
import { writeEnvironmentFile, type StackFile } from './stack-file'
import type { StackOptions } from './stack-options'
import { startsStore, startStores } from './stack-stores'
import type { Supervisor } from './supervisor'

/** The default of a service's START_TIMEOUT_MS. */
const storeTimeoutMs = 60_000
/** Longer than a service waits for stores or engines: it then ends by itself and logs which is missing. */
const serviceStartTimeoutMs = 300_000

/** A stack whose services are ready. */
export interface RunningStack {
  options: StackOptions
  home: Home
  services: readonly Service[]
  engines: readonly EngineName[]
  /** Those of the services. */
  variables: Readonly<Record<string, string>>
  /** Empty when this stack has no database. */
  databaseUrl: string
  demoWebUrl: string
  file: Omit<StackFile, 'processes' | 'demo'>
}

export async function startServices(
  options: StackOptions,
  home: Home,
  identity: Identity,
  supervisor: Supervisor,
  signal: AbortSignal,
): Promise<RunningStack> {
  const services = chooseServices(options, home)
  const has = (key: Service): boolean => services.includes(key)
  const ports = assignPorts(options.portBase, options.apis, options.workers)
  await assertPortsFree(portsInUse(ports, services, options))
  const packages = { path: home.packages, identity, signal }
  const engines = has('render-worker')
    ? await chooseEngines({ ...options, signal }, { env: options.env, identity })
    : []
  const programs = has('render-worker') ? await prepareEngines(engines, options.env, home, packages) : {}
  const names = options.image?.certificateNames
  const certificate = await ensureLocalCertificate(home.tls, identity, new Date(), names)
  progress('starting the stores')
  const { ofServices: storeUrls, ...stores } = await startStores(options, home, ports, supervisor, packages)
  await untilStoresCome(options, services, stores, signal)
  const variables: Record<string, string> = {
    ...stores,
    ...programs,
    ...serviceVariables(options, home, ports),
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
  writeEnvironmentFile(home.path, {
    ...givenToPas(options.env),
    ...variables,
    NODE_EXTRA_CA_CERTS: certificate.caFile,
  })
  if (services.length) progress(`starting ${services.join(', ')}`)
  await Promise.all([
    ...services.map((key) => supervisor.start(key, planService(key, surroundings), serviceStartTimeoutMs)),
    ...(has('api') && !options.image
      ? [supervisor.start(null, [planDemoWeb(ports.demoWeb, home, identity)], serviceStartTimeoutMs)]
      : []),
  ])
  return {
    options,
    home,
    services,
    engines,
    variables,
    databaseUrl: stores.DATABASE_URL,
    demoWebUrl: `http://127.0.0.1:${ports.demoWeb}`,
    file: describeServices(options, ports, services, engines, path.join(home.path, 'tls', 'ca.pem')),
  }
}

function chooseServices({ only }: StackOptions, home: Home): Service[] {
  const missing = serviceNames.filter((key) => only?.has(key) && !hasService(home.tree, key))
  if (missing.length)
    throw new StackError(`This build has no service ${missing.join(', ')}: leave it out of --only.`)
  return serviceNames.filter((key) => (only === null || only.has(key)) && hasService(home.tree, key))
}

/** Also brings the database up to date. */
async function untilStoresCome(
  options: StackOptions,
  services: readonly Service[],
  { DATABASE_URL, REDIS_URL }: { DATABASE_URL: string; REDIS_URL: string },
  signal: AbortSignal,
): Promise<void> {
  const needsRedis = services.includes('api') || services.includes('render-worker')
  if (!startsStore(options, 'redis') && needsRedis)
    await Promise.race([untilRedisComes(REDIS_URL), untilAborted(signal)])
  if (!DATABASE_URL || (services.length === 0 && !startsStore(options, 'postgres'))) return
  await Promise.race([untilPostgresComes(DATABASE_URL), untilAborted(signal)])
  await options.image?.beforeMigration(DATABASE_URL)
  const applied = await migrate(DATABASE_URL).catch((error: unknown) => {
    throw error instanceof MigrationError ? new StackError(error.message, { cause: error }) : error
  })
  if (applied.length) progress(`applied the migrations ${applied.join(', ')}`)
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

function describeServices(
  options: StackOptions,
  ports: StackPorts,
  services: readonly Service[],
  engines: readonly EngineName[],
  caFile: string,
): RunningStack['file'] {
  const { AUTH_URL, API_URL, INSTANT_URL, IMAGES_URL, BOARD_URL } = publicUrls(options, ports)
  const others = ports.api.slice(1).map(apiUrls)
  const lists = {
    api_urls: [API_URL, ...others.map((urls) => urls.API_URL)],
    instant_urls: [INSTANT_URL, ...others.map((urls) => urls.INSTANT_URL)],
  }
  return {
    ...(services.includes('board') ? { board_url: BOARD_URL } : {}),
    ...(services.includes('auth') ? { auth_url: AUTH_URL } : {}),
    ...(services.includes('api')
      ? {
          api_url: API_URL,
          instant_url: INSTANT_URL,
          smtp_address: smtpAddress(options, ports),
          ...(others.length > 0 ? lists : {}),
        }
      : {}),
    ...(services.includes('images') ? { images_url: IMAGES_URL } : {}),
    ca_file: caFile,
    engines,
  }
}

/** So that `pas` has them in another shell, too. */
const givenToPas = (env: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries([...namesReadBy('pas')].flatMap((name) => (env[name] ? [[name, env[name]]] : [])))
