import { telemetry } from '@pas/runtime/telemetry'
import { createReadiness, withdrawFirst } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { untilStopped } from '@pas/runtime/lifecycle'
import { createLogger } from '@pas/runtime/logger'
import { neededRedis } from '@pas/runtime/open-redis'
import { runMain } from '@pas/runtime/run-main'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { createParts, openStores, warmUp } from './api-parts'
import { createApp } from './app'
import { loadConfig } from './config'
import { scheduledJobs } from './jobs/scheduled-jobs'
import { startScheduledJobs } from './jobs/start-scheduled-jobs'
import { listenSmtp } from './smtp/listen-smtp'
import { observeCaptures } from './previews/observe-captures'
import { observeWebhooks } from './webhooks/observe-webhooks'

/** Time kept at the end of shutdown to answer long polls with 504. */
const answeringMs = 5_000

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const logger = createLogger('api')
  const stores = await openStores(config, logger)
  const { db, storage, queues, ratesConnection, checkDatabase } = stores
  const parts = createParts(config, stores, logger)
  const { captureWaiters, securityTrail } = parts
  observeCaptures(parts, queues.captureQueues.keys())
  observeWebhooks(parts)
  const readiness = createReadiness()
  const app = createApp(parts, readiness, [
    { name: 'postgres', check: checkDatabase },
    // Optional: uploads and captured previews are served without Redis.
    { name: 'redis', check: () => queues.redisConnection.ping(), isOptional: true },
    // Optional: without it nothing is limited.
    { name: 'rates', check: () => ratesConnection.ping(), isOptional: true },
    // Optional: captured previews, lists and changes of limits are served without storage.
    { name: 'storage', check: () => storage.check(), isOptional: true },
  ])
  const { redisConnection } = queues
  const jobs = await untilStoreComes(neededRedis, { timeoutMs: config.startTimeoutMs, logger }, () =>
    startScheduledJobs(
      { redis: config.redis, redisConnection, logger },
      scheduledJobs(parts, config.scheduled),
    ),
  )
  const listening = await listen(app, config.http)
  logger.info({ port: listening.port }, 'listening')
  const hostName = new URL(config.apiUrl).hostname
  const smtp = config.smtp && (await listenSmtp(parts, config.http, { ...config.smtp, hostName }))
  if (smtp) logger.info({ port: smtp.port }, 'listening for mail')
  void warmUp(parts)
  const { graceMs, drainDelayMs } = config.stop
  const underWayMs = Math.max(0, graceMs - drainDelayMs - answeringMs)
  let smtpClosed: Promise<void> | undefined
  await untilStopped(
    [
      withdrawFirst(readiness, drainDelayMs),
      // Messages under way arrive and are stored while the requests below are answered.
      { close: () => void (smtpClosed = smtp?.close(underWayMs)) },
      // From now on other processes send the webhook messages that are due.
      parts.webhookOutbox,
      // Ends event streams and `Prefer: wait` requests: their callers ask again, and reach another process.
      parts.emailWatchers,
      parts.emailArrivals,
      { close: () => parts.checkWork.endWaits() },
      parts.eventStreams,
      // Answers waiting long polls with 504: a retry reaches another process and joins the same capture.
      { close: () => captureWaiters.endWithin(underWayMs) },
      listening,
      { close: () => smtpClosed },
      captureWaiters,
      jobs,
      parts.reports,
      parts.checkWork,
      parts.assetCompletion,
      queues,
      { close: () => ratesConnection.disconnect() },
      parts.emailReader,
      storage,
      { close: () => securityTrail.settled() },
      { close: () => db.$disconnect() },
      telemetry,
    ],
    { logger, graceMs },
  )
}

void runMain(main)
