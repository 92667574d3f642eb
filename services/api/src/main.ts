import { setImmediate as nextTurn } from 'node:timers/promises'
import { findPreviews } from '@pas/captures/find-previews'
import { countPreviews, listPreviews } from '@pas/captures/list-previews'
import { telemetry } from '@pas/runtime/telemetry'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { systemClock, type Clock } from '@pas/runtime/clock'
import { runMain } from '@pas/runtime/run-main'
import { createReadiness, withdrawFirst } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { untilStopped, type Closeable } from '@pas/runtime/lifecycle'
import { createLogger, type Logger } from '@pas/runtime/logger'
import { neededRedis } from '@pas/runtime/open-redis'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { openStorage } from '@pas/storage/open-storage'
import { createApp } from './app'
import { createSecurityTrail } from './authentication/security-trail'
import { createEngineStatus } from './clients/engine-status'
import { loadConfig, type ApiConfig } from './config'
import { createAssetCompletion } from './assets/complete-assets'
import { createFairQueue } from '@pas/runtime/fair-queue'
import type { FetchAsset } from './assets/fetch-asset'
import { defaultBudgets } from './assets/asset-budget'
import { fetchLimits } from './assets/freeze-assets'
import { openEmailReader } from './reading/email-reader'
import { createAccountRates } from './limits/account-rates'
import { createSharedRates } from './shares/shared-rates'
import { createCaptureBudget } from './limits/capture-budget'
import { createConnectionPlaces, waitLimits } from './limits/connection-places'
import { createEmailBodies } from './limits/email-bodies'
import { createLimitsOfAccount } from './limits/limits-of-account'
import { scheduledJobs } from './jobs/scheduled-jobs'
import { startScheduledJobs } from './jobs/start-scheduled-jobs'
import { openCaptureQueues } from './previews/open-capture-queues'
import { createCaptureWaiters, type CaptureWaiters } from './previews/capture-waiters'
import { observeCaptures } from './previews/observe-captures'
import { createEmailWatchers } from './progress/email-watchers'
import { createEventStreams } from './progress/event-streams'
import type { DeliverMessage } from './webhooks/deliver-message'
import { observeWebhooks } from './webhooks/observe-webhooks'
import { startWebhookOutbox } from './webhooks/webhook-outbox'

/** Time kept at the end of shutdown to answer long polls with 504. */
const answeringMs = 5_000

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const logger = createLogger('api')
  const clock = systemClock
  const stores = await openStores(config, logger)
  const { db, storage, queues, checkDatabase } = stores
  observeCaptures({ db, clock }, queues.captureQueues.keys())
  observeWebhooks({ db, clock })
  const parts = createParts(config, stores, { clock, logger })
  const { captureWaiters, emailWatchers, eventStreams, emailReader, assetCompletion, securityTrail } = parts
  const webhookOutbox = startWebhookOutbox({
    ...queues,
    db,
    clock,
    logger,
    deliverMessage: openDeliverMessage(config, clock),
  })
  const readiness = createReadiness()
  const app = createApp({
    ...parts,
    webhookOutbox,
    config,
    db,
    storage,
    clock,
    logger,
    readiness,
    readinessChecks: [
      { name: 'postgres', check: checkDatabase },
      // Optional: uploads and captured previews are served without Redis.
      { name: 'redis', check: () => queues.redisConnection.ping(), isOptional: true },
      // Optional: captured previews, lists and changes of limits are served without storage.
      { name: 'storage', check: () => storage.check(), isOptional: true },
    ],
  })
  const jobs = await untilStoreComes(neededRedis, { timeoutMs: config.startTimeoutMs, logger }, () =>
    startScheduledJobs(
      { ...config, ...queues, logger },
      scheduledJobs({ ...queues, db, storage, clock, assetCompletion }, config.scheduled),
    ),
  )
  const listening = await listen(app, config.http)
  logger.info({ port: listening.port }, 'listening')
  void warmUp([() => emailReader.warmUp(), loadFetchAsset])
  await untilStopped(
    [
      withdrawFirst(readiness, config.stop.drainDelayMs),
      // Other processes send what is due from now on.
      webhookOutbox,
      // Ends event streams and `Prefer: wait` requests: their clients ask again, and reach another process.
      emailWatchers,
      eventStreams,
      answerLongPolls(captureWaiters, config.stop),
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

/**
 * Loads what only uploads need, after the process listens, so that a start does not take longer for it. Between two
 * loads, which block the event loop, requests are answered; one that comes earlier waits for what it needs.
 */
async function warmUp(loads: readonly (() => Promise<unknown>)[]): Promise<void> {
  for (const load of loads) {
    await nextTurn()
    await load()
  }
}

type Stores = Awaited<ReturnType<typeof openStores>>

/** Opens the database, storage and the queues. Waits for Postgres and Redis, `START_TIMEOUT_MS` for each. */
async function openStores(config: ApiConfig, logger: Logger) {
  const db = openDatabase(config.database)
  const storage = openStorage(config.storage)
  const checkDatabase = (): Promise<unknown> => db.$queryRaw`SELECT 1`
  const start = { timeoutMs: config.startTimeoutMs, logger }
  const [queues] = await Promise.all([
    untilStoreComes(neededRedis, start, () => openCaptureQueues(config.redis, logger)),
    untilStoreComes(neededDatabase, start, checkDatabase),
  ])
  return { db, storage, queues, checkDatabase }
}

const loadFetchAsset = () => import('./assets/fetch-asset')

/** Fetches assets; the first fetch waits until `loadFetchAsset` has loaded the code. */
function openFetchAsset({ assetAllow }: ApiConfig): FetchAsset {
  let opened: Promise<FetchAsset> | undefined
  return async (url, options) => {
    opened ??= loadFetchAsset().then(({ createFetchAsset }) => createFetchAsset({ assetAllow }))
    return (await opened)(url, options)
  }
}

/** Sends webhook messages; the first one waits until the code is loaded. */
function openDeliverMessage({ imagesUrl, webhookAllow }: ApiConfig, clock: Clock): DeliverMessage {
  let opened: Promise<DeliverMessage> | undefined
  return async (delivery, signal) => {
    opened ??= import('./webhooks/deliver-message').then(({ createDeliverMessage }) =>
      createDeliverMessage({ clock, imagesUrl, webhookAllow }),
    )
    return (await opened)(delivery, signal)
  }
}

/** Makes what the requests of this process share: queues, limits, threads and those who wait. */
function createParts(
  config: ApiConfig,
  { db, storage, queues }: Stores,
  { clock, logger }: { clock: Clock; logger: Logger },
) {
  const emailReader = openEmailReader(logger)
  const emailWatchers = createEmailWatchers(queues.captureEvents, {
    listPreviews: (wanted) => listPreviews({ db, clock }, wanted),
    countPreviews: (emailIds) => countPreviews({ db, clock }, emailIds),
  })
  const limitsOfAccount = createLimitsOfAccount({ db, clock, limits: config.limits })
  const accountRates = createAccountRates({ ...config.redis, ...queues, clock, limitsOfAccount })
  const freezing = {
    fetchAsset: openFetchAsset(config),
    fetchQueue: createFairQueue(fetchLimits),
    freezeBudgets: defaultBudgets,
    emailReader,
  }
  return {
    ...freezing,
    assetCompletion: createAssetCompletion({ ...freezing, db, storage, clock, accountRates }),
    captureQueues: queues.captureQueues,
    captureWaiters: createCaptureWaiters(queues.captureEvents, (previewIds) =>
      findPreviews({ db }, previewIds),
    ),
    emailWatchers,
    waitingPlaces: createConnectionPlaces('waiting requests', waitLimits),
    eventStreams: createEventStreams({ emailWatchers, imagesUrl: config.imagesUrl }),
    engineStatus: createEngineStatus({ ...queues, prefix: config.redis.prefix, clock }),
    sharedRates: createSharedRates({ ...config.redis, ...queues }),
    accountRates,
    captureBudget: createCaptureBudget({ accountRates, clock }),
    emailBodies: createEmailBodies({ clock, limits: config.inFlightLimits }),
    limitsOfAccount,
    securityTrail: createSecurityTrail({ db, clock, logger }),
  }
}

/**
 * Answers waiting long polls with 504 while the stop leaves time for it: a retry reaches another process and joins the
 * same capture.
 */
const answerLongPolls = (
  captureWaiters: CaptureWaiters,
  { graceMs, drainDelayMs }: ApiConfig['stop'],
): Closeable => ({
  close: () => captureWaiters.endWithin(Math.max(0, graceMs - drainDelayMs - answeringMs)),
})

void runMain(main)
