import {
  captureJobId,
  captureJobIds,
  captureQueueName,
  capturePayload,
  type CapturePayload,
} from '@pas/captures/capture-job'
import { auditPayload, auditQueueName, measuringEngine, type AuditPayload } from '@pas/checks/audit-job'
import { maxCaptureAttempts } from '@pas/captures/attempts'
import { findAttempt } from '@pas/captures/find-previews'
import { closedAfter } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { openServingRedis } from '@pas/runtime/serving-redis'
import { createSparingWarnings } from '@pas/runtime/sparing-warnings'
import { DelayedError, Queue, UnrecoverableError, Worker, type Job, type Processor } from 'bullmq'
import { BullMQOtel } from 'bullmq-otel'
import { capturePreview, reachRow, rowRetryMs, type CaptureOutcome } from './capture-preview'
import { effectsProgress } from './effects/measure-effects'
import type { Engine } from './engines/engine'
import { RowUnavailableError } from './errors'
import { startTimeoutMs } from './engines/supervised/start-program'
import { runAudit, type CheckDeps, type CheckOutcome } from './run-audit'
import { auditEnded, captureEnded, jobDelayed } from './events'
import { ExtraPlaces } from './extra-places'
import type { Watchdog } from './watchdog/watchdog'

export interface WorkerDeps extends Omit<CheckDeps, 'engine'> {
  logger: Logger
  watchdog: Pick<Watchdog, 'during'>
  redis: { url: string; prefix: string }
  concurrency: number
}

/**
 * `lockDuration` and `stalledInterval`: with BullMQ's 30 s each, a killed worker's capture would wait for up to a
 * minute.
 */
const lockMs = 10_000
const stalledCheckMs = 5_000
/** Captures back off exponentially while storage is unavailable. */
const firstBackoffMs = 250
const maxBackoffMs = 10_000
/** Delay of a job in a place that its account may not use (`ExtraPlaces`). */
const wrongPlaceMs = 5_000
/** Delay of an audit's next part, so that other accounts' audits go first. */
const nextPartMs = 10

/** Also runs audits, if the engine can. `close` waits for captures under way, even while Redis is away. */
export async function startWorker(deps: WorkerDeps, engine: Engine): Promise<{ close(): Promise<void> }> {
  const { logger, redis } = deps
  const connection = openServingRedis(redis.url, logger)
  const queue = new Queue<CapturePayload>(captureQueueName(engine.name), { connection, prefix: redis.prefix })
  queue.on('error', () => undefined) // The connection logs these errors.
  const underWay = new Set<Promise<unknown>>()
  const track: Track = (capturing) => {
    const ended: Promise<unknown> = capturing.catch(() => undefined).finally(() => underWay.delete(ended))
    underWay.add(ended)
    return capturing
  }
  const warn = createSparingWarnings(logger)
  const createConsumer = <Payload>(
    name: string,
    concurrency: number,
    process: Processor<Payload, string>,
  ): Worker<Payload, string> =>
    new Worker<Payload, string>(name, process, {
      connection,
      prefix: redis.prefix,
      concurrency,
      lockDuration: lockMs,
      stalledInterval: stalledCheckMs,
      // The row counts attempts: BullMQ must not fail a stalled job before the last claim has marked the row `failed`.
      maxStalledCount: maxCaptureAttempts + 1,
      autorun: false,
      telemetry: new BullMQOtel({ tracerName: 'pas' }),
    }).on('error', (error) => warn(error, `the queue worker of ${engine.name} reported an error`))
  const captures: Worker<CapturePayload, string> = createConsumer<CapturePayload>(
    captureQueueName(engine.name),
    deps.concurrency,
    (job, token) => giveWay(() => processCapture({ ...deps, engine, queue, track, places }, job, token)),
  )
  const places = new ExtraPlaces({ ...deps, queue, worker: captures })
  const workers: Pick<Worker, 'run' | 'emit' | 'close' | 'waitUntilReady'>[] = [captures]
  const audits =
    engine.name === measuringEngine
      ? createConsumer<AuditPayload>(auditQueueName, deps.concurrency, (job, token) =>
          processAudit({ ...deps, engine, track }, job, token),
        )
      : null
  if (audits) workers.push(audits)
  let capturing = 0
  /** Beside captures audits run one at a time, else as many at a time as captures. */
  const giveWay: GiveWay = async (capture) => {
    capturing += 1
    if (audits) audits.concurrency = 1
    try {
      return await capture()
    } finally {
      capturing -= 1
      if (audits && capturing === 0) audits.concurrency = deps.concurrency
    }
  }
  await Promise.all(workers.map((worker) => worker.waitUntilReady()))
  const closing = new AbortController()
  void warmUp(engine, closing.signal, logger).then(() => {
    for (const worker of workers) worker.run().catch((error: unknown) => worker.emit('error', error as Error))
  })
  return {
    close: async () => {
      closing.abort()
      places.close()
      await closedAfter(underWay, Promise.all(workers.map((worker) => worker.close())))
      connection.disconnect()
    },
  }
}

type GiveWay = <Result>(capture: () => Promise<Result>) => Promise<Result>

/** `close` waits for the promise, and not for the job's report to Redis. */
type Track = <Result>(capturing: Promise<Result>) => Promise<Result>

async function processCapture(
  deps: WorkerDeps & { engine: Engine; queue: Queue<CapturePayload>; track: Track; places: ExtraPlaces },
  job: Job<CapturePayload>,
  token: string | undefined,
): Promise<CaptureOutcome['outcome']> {
  const { logger, engine, queue, track, places, watchdog } = deps
  const { previewId } = capturePayload.parse(job.data)
  const ids: { previewId: string; emailId?: string; accountId?: number } = { previewId }
  const startedAt = performance.now()
  const waitMs = Math.max(0, Date.now() - job.timestamp - (job.opts.delay ?? 0))
  try {
    const isTakeover = await isPreviousAttemptDead(deps, job, previewId)
    const result = await track(
      places.hold(previewId, (onClaimed) =>
        watchdog.during(`preview ${previewId}`, () =>
          capturePreview(deps, previewId, {
            isTakeover,
            onClaimed: (claim) => {
              const { emailId, accountId } = claim
              Object.assign(ids, { emailId, accountId })
              onClaimed(claim)
            },
          }),
        ),
      ),
    )
    if (result === null) throw await delayUncounted(job, token, wrongPlaceMs)
    const captureMs = Math.round(performance.now() - startedAt)
    captureEnded(logger, { ...ids, engine: engine.name, waitMs, captureMs }, result)
    if (result.outcome !== 'failed') return result.outcome
    if (result.isFinal) throw new UnrecoverableError(result.error.kind)
    const delayMs = result.error.kind === 'storage_unavailable' ? nextBackoffMs(job) : result.retryAfterMs
    if (delayMs > 0) {
      await queueNextAttempt(queue, job, { attempt: result.attempt, delayMs })
      return result.outcome
    }
    throw result.error
  } catch (error) {
    if (!(error instanceof RowUnavailableError)) throw error
    jobDelayed(logger, ids, error.retryAfterMs, error)
    throw await delayUncounted(job, token, error.retryAfterMs)
  }
}

/** No attempt has failed, so BullMQ must not count one. Resolves to the error that tells BullMQ so. */
async function delayUncounted(
  job: Job,
  token: string | undefined,
  retryAfterMs: number,
): Promise<DelayedError> {
  await job.moveToDelayed(Date.now() + retryAfterMs, token)
  return new DelayedError()
}

/** The job succeeds even when measuring failed, because its row says so. */
async function processAudit(
  deps: WorkerDeps & { engine: Engine; track: Track },
  job: Job<AuditPayload>,
  token: string | undefined,
): Promise<CheckOutcome['outcome']> {
  const { logger, engine, track, watchdog } = deps
  const { checkId, progress } = auditPayload.parse(job.data)
  const startedAt = performance.now()
  try {
    // A stalled job's attempt is dead. If another job began it again meanwhile, it is measured twice.
    const isTakeover = job.stalledCounter > 0
    const saved = effectsProgress.safeParse(progress).data ?? null
    const result = await track(
      watchdog.during(`check ${checkId}`, () => runAudit(deps, checkId, { isTakeover, progress: saved })),
    )
    if (result.outcome === 'part') {
      await job.updateData({ checkId, progress: result.progress })
      throw await delayUncounted(job, token, nextPartMs)
    }
    const auditMs = Math.round(performance.now() - startedAt)
    auditEnded(logger, { checkId, engine: engine.name, auditMs }, result)
    return result.outcome
  } catch (error) {
    if (!(error instanceof RowUnavailableError)) throw error
    jobDelayed(logger, { checkId }, error.retryAfterMs, error)
    throw await delayUncounted(job, token, error.retryAfterMs)
  }
}

/**
 * True when this job stalled and no other job of the preview is active. Stalls count over a job's whole life, so the
 * row may be in another job's attempt.
 */
async function isPreviousAttemptDead(
  { db, queue }: Pick<WorkerDeps, 'db'> & { queue: Queue<CapturePayload> },
  job: Job<CapturePayload>,
  previewId: string,
): Promise<boolean> {
  if (job.stalledCounter === 0) return false
  const attempt = await reachRow(rowRetryMs, findAttempt({ db }, previewId))
  if (attempt === null) return false
  const others = captureJobIds({ id: previewId, attempt, status: 'capturing' }).filter((id) => id !== job.id)
  const states = await Promise.all(others.map((id) => queue.getJobState(id)))
  return !states.includes('active')
}

/** Spares the first email the slow start. Never rejects. */
async function warmUp(engine: Engine, closing: AbortSignal, logger: Logger): Promise<void> {
  if (!engine.isSlowAtFirst) return
  const signal = AbortSignal.any([closing, AbortSignal.timeout(startTimeoutMs)])
  await engine.drawSample(signal).catch((error: unknown) => {
    if (!closing.aborted)
      logger.warn({ err: error, engine: engine.name }, 'the engine drew no sample in time')
  })
}

const nextBackoffMs = ({ opts }: Job): number =>
  Math.min(Math.max(firstBackoffMs, 2 * (opts.delay ?? 0)), maxBackoffMs)

/** Uses the job id of a request for this preview, so that both have one job. */
async function queueNextAttempt(
  queue: Queue<CapturePayload>,
  { name, data, opts }: Job<CapturePayload>,
  { attempt, delayMs }: { attempt: number; delayMs: number },
): Promise<void> {
  await queue.add(name, data, { ...opts, jobId: captureJobId(data.previewId, attempt), delay: delayMs })
}
