import { telemetry } from '@pas/runtime/telemetry'
import { neededDatabase, openDatabase } from '@pas/db/database'
import { systemClock } from '@pas/runtime/clock'
import { runMain } from '@pas/runtime/run-main'
import { createReadiness, withdrawFirst } from '@pas/runtime/http/health'
import { listen } from '@pas/runtime/http/listen'
import { untilStopped } from '@pas/runtime/lifecycle'
import { createLogger } from '@pas/runtime/logger'
import { untilStoreComes } from '@pas/runtime/until-store-comes'
import { openStorage } from '@pas/storage/open-storage'
import { createApp } from './app'
import { createPicturePlaces } from './captures/picture-places'
import { defaultCallerTimeouts } from './captures/send-picture'
import { loadConfig } from './config'
import { createDifferencePlaces } from './differences/difference-places'
import { openDifferences } from './differences/differences'

async function main(): Promise<void> {
  const config = loadConfig(process.env)
  const logger = createLogger('images')
  const db = openDatabase(config.database)
  const storage = openStorage(config.storage)
  const differences = openDifferences({ storage, logger })
  const readiness = createReadiness()
  const checkDatabase = (): Promise<unknown> => db.$queryRaw`SELECT 1`
  const app = createApp({
    http: config.http,
    db,
    storage,
    clock: systemClock,
    logger,
    callerTimeouts: defaultCallerTimeouts,
    picturePlaces: createPicturePlaces(),
    differences,
    differencePlaces: createDifferencePlaces(),
    readiness,
    readinessChecks: [
      { name: 'postgres', check: checkDatabase },
      // Optional: otherwise every process would become unready with the storage, and none could serve the fallback
      // pictures.
      { name: 'storage', check: () => storage.check(), isOptional: true },
    ],
  })
  const start = { timeoutMs: config.startTimeoutMs, logger }
  await untilStoreComes(neededDatabase, start, checkDatabase)
  const listening = await listen(app, config.http)
  logger.info({ port: listening.port }, 'listening')
  await untilStopped(
    [
      withdrawFirst(readiness, config.stop.drainDelayMs),
      listening,
      differences,
      storage,
      { close: () => db.$disconnect() },
      telemetry,
    ],
    { logger, graceMs: config.stop.graceMs },
  )
}

void runMain(main)
