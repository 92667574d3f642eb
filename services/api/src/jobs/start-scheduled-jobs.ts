import { closedAfter, type Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { servingRedis } from '@pas/runtime/open-redis'
import { Queue, UnrecoverableError, Worker } from 'bullmq'
import { Redis } from 'ioredis'
import { scheduledJobFailed, scheduledJobRan } from '../events'
import { SweepRefusedError } from '@pas/retention/sweep-refused-error'

/** Work that is done again and again, by one process at a time however many there are. */
export interface ScheduledJob {
  name: 'reconcile' | 'retention' | 'sweep'
  everyMs: number
  /** How often one run is tried, a minute apart, before it is left to the next; 1 when that comes soon. */
  attempts: number
  /**
   * Ends after the batch under way when `signal` aborts; resolves to what was done. One that is worth another try elsewhere then rejects
   * with the signal's reason. Safe to run twice at once.
   */
  run(signal: AbortSignal): Promise<Record<string, number>>
}

/** Seconds after a process died, another has its run. */
const lockMs = 5_000
const stalledCheckMs = 2_500
/** How often it is looked whether Redis still knows the schedule: one that lost its data gets it again. */
const scheduleCheckMs = 5_000
const retryMs = 60_000
/** A schedule so far behind has stopped. */
const mostOverdueMs = 60_000

const queueName = ({ name }: ScheduledJob): string => `scheduled-${name}`

/**
 * Takes part in running these jobs until it is closed: each has a queue of its own, which hands out one run at a time (BullMQ's global
 * concurrency) as its job scheduler makes them. Closing waits for the batches under way. While Redis is away nothing runs; it begins again by itself.
 * Rejects when Redis is away before all of it runs, with nothing left open: it may be called again.
 */
export async function startScheduledJobs(
  {
    redis,
    redisConnection,
    logger,
  }: {
    redis: { url: string; prefix: string }
    /** Fails fast while Redis is away. */
    redisConnection: Redis
    logger: Logger
  },
  jobs: readonly ScheduledJob[],
): Promise<Closeable> {
  const { prefix } = redis
  const stopping = new AbortController()
  const warn = (error: unknown): void => {
    if (!stopping.signal.aborted) logger.warn({ err: error }, 'scheduled jobs')
  }
  const workerConnection = new Redis(redis.url, servingRedis)
  workerConnection.on('error', warn)
  const underWay = new Set<Promise<unknown>>()
  const keep = (run: Promise<void>): Promise<void> => {
    const ended = run.catch(() => undefined).finally(() => underWay.delete(ended))
    underWay.add(ended)
    return run
  }
  const parts = jobs.map((job) => {
    const queue = new Queue(queueName(job), { connection: redisConnection, prefix })
    const worker = new Worker(queueName(job), () => keep(runOnce(job, stopping.signal, logger)), {
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
    // Ended by our own stop: no failure, but not done either, so that its next try goes on in another process.
    if (error !== signal.reason) scheduledJobFailed(logger, job.name, error)
    if (error instanceof SweepRefusedError) throw new UnrecoverableError(error.message)
    throw error
  }
}

/** Not made anew each time: that would put a run beside the one under way. BullMQ reckons with the process's own time. */
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
