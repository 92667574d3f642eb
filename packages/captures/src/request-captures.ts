import type { Preview } from '@pas/db/database'
import { captureJob, captureJobId, captureJobIds, type CaptureJob } from './capture-job'
import { isUnfinished } from './capture-state'

/** What is asked of an engine's queue: methods of BullMQ's `Queue`. */
export interface CaptureQueue {
  addBulk(jobs: CaptureJob[]): Promise<unknown>
  remove(jobId: string): Promise<unknown>
  getJobState(jobId: string): Promise<string>
}

/** The queue of each engine. */
export type CaptureQueues = ReadonlyMap<string, CaptureQueue>

/** A preview whose capture is asked for. */
export interface RequestedCapture extends Pick<Preview, 'id' | 'engine' | 'attempt' | 'status'> {
  /** Its place among its account's captures for its engine, from 1, which is the default. */
  priority?: number
}

/** Captures could not be put into their queues: Redis is away. */
export class QueueUnavailableError extends Error {
  override name = 'QueueUnavailableError'
}

/**
 * Puts the captures that are not finished into their engines' queues; idempotent, as one attempt is one job. Lower priorities go first,
 * whenever they were requested: that is what is fair between accounts. Throws a `QueueUnavailableError` while Redis is away.
 */
export async function requestCaptures(
  captureQueues: CaptureQueues,
  captures: readonly RequestedCapture[],
): Promise<void> {
  const jobs = new Map<string, CaptureJob[]>()
  for (const capture of captures.filter(isUnfinished)) {
    const ofEngine = jobs.get(capture.engine) ?? []
    jobs.set(capture.engine, ofEngine)
    ofEngine.push(captureJob(capture, capture.priority ?? 1))
  }
  try {
    await Promise.all([...jobs].map(([engine, ofEngine]) => queueOf(captureQueues, engine).addBulk(ofEngine)))
  } catch (cause) {
    throw new QueueUnavailableError('captures could not be put into their queues', { cause })
  }
}

/** Jobs removed at once, on the connection that serves requests. */
const removedAtOnce = 100

/**
 * Takes the captures of previews that were failed or removed out of their queues, which wakes the requests that wait for them. Best
 * effort: a job that stays, because it is under way or Redis is away, finds nothing to do. Never rejects.
 */
export async function withdrawCaptures(
  captureQueues: CaptureQueues,
  captures: readonly RequestedCapture[],
): Promise<void> {
  const jobs = captures
    .filter(isUnfinished)
    .flatMap((capture) => captureJobIds(capture).map((jobId) => ({ jobId, engine: capture.engine })))
  for (let start = 0; start < jobs.length; start += removedAtOnce) {
    const removals = jobs
      .slice(start, start + removedAtOnce)
      .map(async ({ jobId, engine }) => captureQueues.get(engine)?.remove(jobId))
    const results = await Promise.allSettled(removals)
    // Redis is away: the others would wait for it in vain, too.
    if (results.every(({ status }) => status === 'rejected')) return
  }
}

/**
 * Resolves to those of these pending captures for which no job exists. A finished job, which is kept for a while, would keep its id from
 * a new one, and is removed. Rejects with Redis's errors.
 */
export async function findWithoutJob(
  captureQueues: CaptureQueues,
  captures: readonly RequestedCapture[],
): Promise<RequestedCapture[]> {
  const withoutJob = await Promise.all(
    captures.map(async (capture) => {
      const queue = captureQueues.get(capture.engine)
      if (!queue) return []
      const states = await Promise.all(captureJobIds(capture).map((jobId) => queue.getJobState(jobId)))
      if (states.some((state) => !['unknown', 'completed', 'failed'].includes(state))) return []
      if (states[0] !== 'unknown') await queue.remove(captureJobId(capture.id, capture.attempt))
      return [capture]
    }),
  )
  return withoutJob.flat()
}

function queueOf(captureQueues: CaptureQueues, engine: string): CaptureQueue {
  const queue = captureQueues.get(engine)
  if (!queue) throw new Error(`no queue for engine ${engine}`)
  return queue
}
