import { findPreviews } from '@pas/captures/find-previews'
import { telemetry } from '@pas/runtime/telemetry'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { runMain } from '@pas/runtime/config'
import { createReadiness, withdrawFirst } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { untilStopped } from '@pas/runtime/lifecycle'
import { createLogger } from '@pas/runtime/logger'
import { neededRedis } from '@pas/runtime/open-redis'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { openStorage } from '@pas/storage/open-storage'
import { createApp } from './app'
import { createSecurityTrail } from './authentication/security-trail'
import { createEngineStatus } from './clients/engine-status'
import { loadConfig } from './config'
import { createAssetCompletion } from './assets/complete-assets'
import { createFairQueue } from './fair-queue'
import { createFetchAsset } from './assets/fetch-asset'
import { defaultBudgets, fetchLimits } from './assets/freeze-assets'
import { openEmailReader } from './reading/email-reader'
import { createAccountRates } from './limits/account-rates'
import { createBodiesInFlight } from './limits/bodies-in-flight'
import { scheduledJobs } from './jobs/scheduled-jobs'
import { startScheduledJobs } from './jobs/start-scheduled-jobs'
import { openCaptureQueues } from './previews/open-capture-queues'
import { createCaptureWaiters } from './previews/capture-waiters'
import { observeCaptures } from './previews/observe-captures'

/** Time kept at the end of shutdown to answer long polls with 504. */
const answeringMs = 5_000

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const logger = createLogger('api')
  const clock = systemClock
  const db = openDatabase(config.database)
  const storage = openStorage(config.storage)
  const checkDatabase = (): Promise<unknown> => db.$queryRaw`SELECT 1`
  const start = { timeoutMs: config.startTimeoutMs, logger }
  const [queues] = await Promise.all([
    untilStoreComes(neededRedis, start, () => openCaptureQueues(config.redis, logger)),
    untilStoreComes(neededDatabase, start, checkDatabase),
  ])
  observeCaptures({ db, clock }, queues.captureQueues.keys())
  const captureWaiters = createCaptureWaiters(queues.captureEvents, (previewIds) =>
    findPreviews({ db }, previewIds),
  )
  const emailReader = openEmailReader(logger)
  const fetchAsset = createFetchAsset({ assetAllow: config.assetAllow })
  const fetchQueue = createFairQueue(fetchLimits)
  const freezing = { fetchAsset, fetchQueue, freezeBudgets: defaultBudgets, emailReader }
  const assetCompletion = createAssetCompletion({ ...freezing, db, storage, clock })
  const engineStatus = createEngineStatus({ ...queues, prefix: config.redis.prefix, clock })
  const accountRates = createAccountRates({ ...config.redis, ...queues, clock, limits: config.limits })
  const securityTrail = createSecurityTrail({ db, clock, logger })
  const readiness = createReadiness()
  const app = createApp({
    config,
    db,
    storage,
    clock,
    logger,
    ...freezing,
    assetCompletion,
    captureQueues: queues.captureQueues,
    captureWaiters,
    engineStatus,
    accountRates,
    bodiesInFlight: createBodiesInFlight({ clock, limits: config.inFlightLimits }),
    limits: config.limits,
    securityTrail,
    readiness,
    readinessChecks: [
      { name: 'postgres', check: checkDatabase },
      // Optional: uploads and captured previews are served without Redis.
      { name: 'redis', check: () => queues.redisConnection.ping(), isOptional: true },
    ],
  })
  const jobs = await untilStoreComes(neededRedis, start, () =>
    startScheduledJobs(
      { ...config, ...queues, logger },
      scheduledJobs({ ...queues, db, storage, clock, assetCompletion }, config.scheduled),
    ),
  )
  const listening = await listen(app, config.http)
  logger.info({ port: listening.port }, 'listening')
  await untilStopped(
    [
      withdrawFirst(readiness, config.stop.drainDelayMs),
      // Long polls are answered with 504 while there is time: a retry reaches another process and joins the same
      // capture.
      {
        close: () =>
          captureWaiters.endWithin(Math.max(0, config.stop.graceMs - config.stop.drainDelayMs - answeringMs)),
      },
      listening,
      captureWaiters,
      jobs,
      assetCompletion,
      queues,
      emailReader,
      storage,
      { close: () => securityTrail.settled() },
      { close: () => db.$disconnect() },
      telemetry,
    ],
    { logger, graceMs: config.stop.graceMs },
  )
}

void runMain(main)
