import { telemetry } from '@pas/runtime/telemetry'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { runMain } from '@pas/runtime/run-main'
import { createReadiness, withdrawFirst } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { untilStopped } from '@pas/runtime/lifecycle'
import { createLogger } from '@pas/runtime/logger'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { createApp } from './app'
import { loadConfig } from './config'

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const logger = createLogger('board')
  const db = openDatabase(config.database)
  const readiness = createReadiness()
  const stopping = new AbortController()
  const checkDatabase = (): Promise<unknown> => db.$queryRaw`SELECT 1`
  const app = createApp({
    config,
    db,
    clock: systemClock,
    logger,
    fetch,
    stopping: stopping.signal,
    readiness,
    // Auth and the API are not checked: without them the pages say what cannot be reached, and another process of the
    // board could not reach it either.
    readinessChecks: [{ name: 'postgres', check: checkDatabase }],
  })
  await untilStoreComes(neededDatabase, { timeoutMs: config.startTimeoutMs, logger }, checkDatabase)
  const listening = await listen(app, config.http)
  logger.info({ port: listening.port }, 'listening')
  await untilStopped(
    [
      withdrawFirst(readiness, config.stop.drainDelayMs),
      { close: () => stopping.abort() },
      listening,
      { close: () => db.$disconnect() },
      telemetry,
    ],
    { logger, graceMs: config.stop.graceMs },
  )
}

void runMain(main)
