import { telemetry } from '@pas/runtime/telemetry'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { runMain } from '@pas/runtime/run-main'
import { ConfigError } from '@pas/settings/parse-config'
import { createReadiness, withdrawFirst, type ReadinessCheck } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { untilStopped } from '@pas/runtime/lifecycle'
import { createLogger, type Logger } from '@pas/runtime/logger'
import { connectToQueues, neededRedis } from '@pas/runtime/open-redis'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { openStorage } from '@pas/storage/open-storage'
import { blankPageUrl, startAssetOrigin, type AssetOrigin } from './asset-origin'
import { loadConfig, type WorkerConfig } from './config'
import { EmailCache } from './email-cache'
import { openEmailEmulator } from './email-emulator'
import type { Engine } from './engines/engine'
import { EngineStartError } from './engines/engine-start-error'
import { startEngine } from './engines/engine-registry'
import { assetRefused, engineNotStarted, observeEngines } from './events'
import { framesOfEngine } from './frames-of-engine'
import { createHealthApp } from './health'
import { startHeartbeat } from './heartbeat'
import { startWatchdog } from './watchdog/watchdog'
import { startWorker } from './worker'

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const logger = createLogger('render-worker')
  const watchdog = startWatchdog(logger)
  // Before the engines: their start takes seconds, and would be in vain without stores.
  const stores = await openStores(config, logger)
  const { db, storage, redisConnection } = stores
  const assetOrigin = await startAssetOrigin(() => assetRefused(logger))
  if (!config.isSandboxed) logger.warn('untrusted email is drawn without a sandbox (ALLOW_UNSANDBOXED)')
  const engines = await startEngines(config, assetOrigin, logger)
  observeEngines(engines)
  const emulator = openEmailEmulator(logger)
  const emails = new EmailCache()
  const deps = { ...config, db, storage, clock: systemClock, logger, watchdog, assetOrigin, emulator, emails }
  const startLimits = { timeoutMs: config.startTimeoutMs, logger }
  const workers = await untilStoreComes(neededRedis, startLimits, () =>
    Promise.all(engines.map((engine) => startWorker(deps, engine))),
  )
  const heartbeat = await untilStoreComes(neededRedis, startLimits, () =>
    startHeartbeat({ ...deps, redisConnection, prefix: config.redis.prefix }, engines),
  )
  const readiness = createReadiness()
  const health = await listen(createHealthApp(readiness, createReadinessChecks(stores, engines), logger), {
    ...config.health,
    tls: null,
    plainPort: null,
  })
  logger.info(
    { healthPort: health.port, engines: engines.map(({ name, version }) => ({ name, version })) },
    'serving',
  )
  await untilStopped(
    [
      // Without a delay: no load balancer sends requests here.
      withdrawFirst(readiness, 0),
      heartbeat,
      { close: () => Promise.all(workers.map((worker) => worker.close())) },
      health,
      emulator,
      emails,
      { close: () => Promise.all(engines.map((engine) => engine.close())) },
      assetOrigin,
      storage,
      { close: () => redisConnection.disconnect() },
      { close: () => db.$disconnect() },
      watchdog,
      telemetry,
    ],
    { logger, graceMs: config.shutdownGraceMs },
  )
}

type Stores = Awaited<ReturnType<typeof openStores>>

async function openStores(config: WorkerConfig, logger: Logger) {
  const db = openDatabase(config.database)
  const checkDatabase = (): Promise<unknown> => db.$queryRaw`SELECT 1`
  const startLimits = { timeoutMs: config.startTimeoutMs, logger }
  const [redisConnection] = await Promise.all([
    untilStoreComes(neededRedis, startLimits, () => connectToQueues(config.redis.url, logger)),
    untilStoreComes(neededDatabase, startLimits, checkDatabase),
  ])
  return { db, storage: openStorage(config.storage), redisConnection, checkDatabase }
}

function createReadinessChecks(
  { storage, redisConnection, checkDatabase }: Stores,
  engines: readonly Engine[],
): ReadinessCheck[] {
  return [
    { name: 'postgres', check: checkDatabase },
    { name: 'redis', check: () => redisConnection.ping() },
    { name: 'storage', check: () => storage.check() },
    ...engines.map((engine) => ({ name: engine.name, check: () => assertHealthy(engine) })),
  ]
}

async function startEngines(
  config: WorkerConfig,
  assetOrigin: AssetOrigin,
  logger: Logger,
): Promise<Engine[]> {
  const { engineEnvironment: environment } = config
  const context = {
    ...config,
    ...assetOrigin,
    blankPageUrl,
    environment,
    framesOf: framesOfEngine,
    onStartFailed: (error: unknown) => engineNotStarted(logger, error),
  }
  try {
    return await Promise.all(config.engines.map((name) => startEngine(name, context)))
  } catch (error) {
    // A ConfigError is printed without a stack trace.
    throw error instanceof EngineStartError ? new ConfigError([error.message]) : error
  }
}

function assertHealthy({ name, isHealthy }: Engine): Promise<void> {
  return isHealthy
    ? Promise.resolve()
    : Promise.reject(new Error(`the engine '${name}' does not start any more`))
}

void runMain(main)
