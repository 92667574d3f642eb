import { captureQueueName, capturePayload, maxCaptureAttempts } from '@pas/capture-queue/capture-queue'
import type { Logger } from '@pas/runtime/logger'
import { DelayedError, UnrecoverableError, Worker, type Job } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'
import { Redis } from 'ioredis'
import { capturePreview, type CaptureDeps, type CaptureOutcome } from './capture-preview'
import type { Engine } from './engines/engine'
import { RowUnavailableError } from './errors'
import { captureDelayed, captureEnded } from './events'

export interface WorkerDeps extends Omit<CaptureDeps, 'engine'> {
  logger: Logger
  redis: { url: string; prefix: string }
  concurrency: number
}

/** The default half minute each would leave a killed worker's capture waiting for a minute. */
const lockMs = 10_000
const stalledCheckMs = 5_000

/** Takes captures from one engine's queue, until it is closed; closing lets those under way finish. */
export async function startWorker(deps: WorkerDeps, engine: Engine): Promise<Worker> {
  const { logger, redis, concurrency } = deps
  const connection = new Redis(redis.url, { maxRetriesPerRequest: null })
  connection.on('error', (error) => {
    logger.warn({ err: error }, 'redis connection')
  })
  const worker = new Worker(
    captureQueueName(engine.name),
    (job, token) => processJob({ ...deps, engine }, job, token),
    {
      connection,
      prefix: redis.prefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      // The row counts the attempts; a stalled one is one of them, and the last claim says so.
      maxStalledCount: maxCaptureAttempts + 1,
      telemetry: new BullMQOtel({ tracerName: 'pas' }),
    },
  )
  worker.on('error', (error) => {
    logger.warn({ err: error, engine: engine.name }, 'worker')
  })
  worker.on('closed', () => connection.disconnect())
  await worker.waitUntilReady()
  return worker
}

async function processJob(
  deps: WorkerDeps & { engine: Engine },
  job: Job,
  token: string | undefined,
): Promise<CaptureOutcome['outcome']> {
  const { logger, engine } = deps
  const { previewId } = capturePayload.parse(job.data)
  const startedAt = performance.now()
  const waitMs = Math.max(0, Date.now() - job.timestamp)
  try {
    const result = await capturePreview(deps, previewId, { isTakeover: job.stalledCounter > 0 })
    const captureMs = Math.round(performance.now() - startedAt)
    captureEnded(logger, { previewId, engine: engine.name, waitMs, captureMs }, result)
    if (result.outcome !== 'failed') return result.outcome
    if (result.isFinal) throw new UnrecoverableError(result.error.kind)
    throw result.error
  } catch (error) {
    if (!(error instanceof RowUnavailableError)) throw error
    // Not an attempt that failed: wait until the row may be claimed again, however often.
    captureDelayed(logger, previewId, error.retryAfterMs, error)
    await job.moveToDelayed(Date.now() + error.retryAfterMs, token)
    throw new DelayedError()
  }
}
