/*
 * A process of workers: the worker's own code, which takes jobs, claims, stores and records. Only what draws is
 * simulated: nothing is emulated, and a picture of 1 KB takes `captureMs`. Started by `startWorkers`.
 */
import { randomBytes } from 'node:crypto'
import { setTimeout as until } from 'node:timers/promises'
import { openDatabase } from '@pas/db/database'
import type { HtmlDocument } from '@pas/email-clients/engine/emulated-document'
import { systemClock } from '@pas/runtime/clock'
import { createLogger } from '@pas/runtime/logger'
import { connectToQueues } from '@pas/runtime/open-redis'
import { openStorage } from '@pas/storage/open-storage'
import { readStorageConfig } from '@pas/storage/storage-config'
import { stackVariable } from '@pas/testing/open-stack'
import { EmailCache } from '../../services/render-worker/src/email-cache'
import type { Engine } from '../../services/render-worker/src/engines/engine'
import { startHeartbeat } from '../../services/render-worker/src/heartbeat'
import { startWorker, type WorkerDeps } from '../../services/render-worker/src/worker'
import type { PickedUp, WorkersOptions } from './start-workers'

const reportMs = 200
const pictureBytes = 1_024
const databaseConnections = 20

/** What a worker logs of a capture, and of what went wrong otherwise. */
interface Attempt {
  previewId?: string
  captureMs?: number
  err?: Error
}

async function main(): Promise<void> {
  const options = JSON.parse(process.argv[2] ?? '{}') as WorkersOptions
  const logger = createLogger('render-worker')
  logger.level = 'silent'
  const pickedUp: PickedUp[] = []
  // `captureEnded` says when a job was taken.
  const noteAttempt = (fields: Attempt): void => {
    const { previewId, captureMs, err } = fields
    if (previewId === undefined) return
    if (captureMs !== undefined) pickedUp.push([previewId, Date.now() - captureMs])
    if (err) console.error(`a capture failed, or was delayed: ${err.message}`)
  }
  logger.info = noteAttempt
  logger.warn = noteAttempt
  const redis = { url: stackVariable('REDIS_URL'), prefix: process.env.REDIS_PREFIX ?? 'pas' }
  const deps: Omit<WorkerDeps, 'emails'> = {
    db: openDatabase({ url: stackVariable('DATABASE_URL'), poolMax: databaseConnections }),
    storage: openStorage(readStorageConfig(process.env)),
    clock: systemClock,
    logger,
    redis,
    concurrency: options.concurrency,
    captureTimeoutMs: 20_000,
    jobTimeoutMs: 30_000,
    reusesPages: true,
    watchdog: { during: (_job, work) => work() },
    assetOrigin: { serve: () => ({ release: () => undefined }) },
    emulator: createNoEmulator(),
  }
  const engine = createSleepingEngine(options)
  for (let index = 0; index < options.workers; index++)
    await startWorker({ ...deps, emails: new EmailCache() }, engine)
  if (options.isAvailable) {
    const redisConnection = await connectToQueues(redis.url, logger)
    await startHeartbeat({ ...deps, redisConnection, prefix: redis.prefix }, [engine])
  }
  process.send?.('ready')
  setInterval(() => {
    if (pickedUp.length > 0) process.send?.(pickedUp.splice(0))
  }, reportMs)
  process.once('disconnect', () => process.exit())
}

function createSleepingEngine({ engine, captureMs }: WorkersOptions): Engine {
  return {
    name: engine,
    version: 'Simulated/1',
    isHealthy: true,
    isSlowAtFirst: false,
    capture: async () => {
      await until(captureMs)
      return { png: randomBytes(pictureBytes), width: 640, height: 1_200, truncated: false }
    },
    drawSample: () => Promise.resolve(captureMs),
    close: () => Promise.resolve(),
  }
}

/** Each document differs, so that none is drawn for two previews. */
function createNoEmulator(): WorkerDeps['emulator'] {
  let made = 0
  const frame = {
    width: 640,
    height: 400,
    deviceScaleFactor: 1,
    mobile: false,
    colorScheme: 'light',
  } as const
  const refuse = (): Promise<never> => Promise.reject(new Error('simulated workers measure nothing'))
  return {
    emulate: () => {
      const document: HtmlDocument = { kind: 'html', html: String(made++), frame, captureSelector: null }
      return Promise.resolve({ document, changes: [] })
    },
    rewriteMessage: refuse,
    judgeContrast: refuse,
    findRegions: refuse,
  }
}

void main()
