import { closedAfter, type Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { openServingRedis } from '@pas/runtime/serving-redis'
import { createSparingWarnings } from '@pas/runtime/sparing-warnings'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import type { Redis } from 'ioredis'
import { scheduledJobFailed, scheduledJobRan } from '../events'
import { SweepRefusedError } from '@pas/retention/retention-errors'

export interface ScheduledJob {
  name: 'reconcile' | 'retention' | 'sweep'
  everyMs: number
  /** With a minute between them. */
  attempts: number
  /**
   * Resolves to counts. After `signal` aborts, ends with the current batch; rejects with the signal's reason if another
   * process should continue. Must be safe to run twice at once.
   */
  run(signal: AbortSignal): Promise<Record<string, number>>
}

/** BullMQ's lock. Short, so that another process soon takes over. */
const lockMs = 5_000
const stalledCheckMs = 2_500
/** How often schedules are checked, and made again when Redis has lost its data. */
const scheduleCheckMs = 5_000
const retryMs = 60_000
/** A schedule this far overdue has stopped, and is made again. */
const mostOverdueMs = 60_000

const queueName = ({ name }: ScheduledJob): string => `scheduled-${name}`

/**
 * Each job has its own queue with a global concurrency of 1. Rejects when Redis cannot be reached. Commands of
 * `redisConnection` must fail fast.
 */
export async function startScheduledJobs(
  {
    redis,
    redisConnection,
    logger,
  }: { redis: { url: string; prefix: string }; redisConnection: Redis; logger: Logger },
  jobs: readonly ScheduledJob[],
): Promise<Closeable> {
  const { prefix } = redis
  const stopping = new AbortController()
  const warnSparingly = createSparingWarnings(logger)
  const warn = (error: unknown): void => {
    if (!stopping.signal.aborted) warnSparingly(error, 'scheduled jobs cannot use Redis')
  }
  const workerConnection = openServingRedis(redis.url, logger)
  const underWay = new Set<Promise<unknown>>()
  const run = (job: ScheduledJob): Promise<void> => {
    const running = runOnce(job, stopping.signal, logger)
    const ended = running.catch(() => undefined).finally(() => underWay.delete(ended))
    underWay.add(ended)
    return running
  }
  const parts = jobs.map((job) => {
    const queue = new Queue(queueName(job), { connection: redisConnection, prefix })
    const worker = new Worker(queueName(job), () => run(job), {
      connection: workerConnection,
      prefix,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
    })
    queue.on('error', warn)
    worker.on('error', warn)
    return { job, queue, worker }
  })

  const keepSchedules = async (): Promise<void> => {
    for (const { job, queue } of parts) await keepSchedule(queue, job)
  }
  let timer: NodeJS.Timeout | null = null
  const close = async (): Promise<void> => {
    stopping.abort()
    clearInterval(timer ?? undefined)
    await closedAfter(
      underWay,
      Promise.allSettled(parts.flatMap(({ queue, worker }) => [worker.close(), queue.close()])),
    )
    workerConnection.disconnect()
  }
  try {
    await keepSchedules()
  } catch (error) {
    await close()
    throw error
  }
  timer = setInterval(() => void keepSchedules().catch(warn), scheduleCheckMs).unref()
  return { close }
}

async function runOnce(job: ScheduledJob, signal: AbortSignal, logger: Logger): Promise<void> {
  const startedAt = performance.now()
  try {
    const counts = await job.run(signal)
    scheduledJobRan(logger, job.name, counts, performance.now() - startedAt)
  } catch (error) {
    // A run that this process's stop ended has not failed. Rethrown, so that BullMQ's next attempt continues it
    // elsewhere.
    if (error !== signal.reason) scheduledJobFailed(logger, job.name, error)
    if (error instanceof SweepRefusedError) throw new UnrecoverableError(error.message)
    throw error
  }
}

/**
 * Leaves a schedule that Redis has: making it again would start a second run. Date.now(), because BullMQ uses the
 * process's time.
 */
async function keepSchedule(queue: Queue, { name, everyMs, attempts }: ScheduledJob): Promise<void> {
  const schedule = await queue.getJobScheduler(name)
  const isKept = schedule?.every === everyMs && (schedule.next ?? 0) > Date.now() - everyMs - mostOverdueMs
  if (isKept) return
  await queue.setGlobalConcurrency(1)
  const opts = {
    attempts,
    backoff: { type: 'fixed', delay: retryMs },
    removeOnComplete: { count: 10 },
    removeOnFail: { count: 100 },
  }
  await queue.upsertJobScheduler(name, { every: everyMs }, { name, opts })
}
