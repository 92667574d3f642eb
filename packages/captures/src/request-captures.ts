import type { Preview } from '@pas/db/database'
import { captureJob, captureJobId, captureJobIds, type CaptureJob } from './capture-job'
import { isUnfinished } from './capture-state'

/** Methods of BullMQ's `Queue`. */
export interface CaptureQueue<Job = CaptureJob> {
  addBulk(jobs: Job[]): Promise<unknown>
  remove(jobId: string, options: { removeChildren: false }): Promise<unknown>
  getJobState(jobId: string): Promise<string>
}

export type CaptureQueues = ReadonlyMap<string, CaptureQueue>

export interface RequestedCapture extends Pick<Preview, 'id' | 'engine' | 'attempt' | 'status'> {
  /** Place among its account's captures for its engine, from 1 (the default), which goes first. */
  priority?: number
}

/** The cause is the queue's error. */
export class QueueUnavailableError extends Error {
  override name = 'QueueUnavailableError'
}

/**
 * Idempotent: one attempt is one job. Lower priority numbers go first, so a long list does not delay other accounts.
 * Throws a `QueueUnavailableError`.
 */
export async function requestCaptures(
  captureQueues: CaptureQueues,
  captures: readonly RequestedCapture[],
): Promise<void> {
  const jobsByEngine = new Map<string, CaptureJob[]>()
  for (const capture of captures.filter(isUnfinished)) {
    const jobs = jobsByEngine.get(capture.engine) ?? []
    jobsByEngine.set(capture.engine, jobs)
    jobs.push(captureJob(capture, capture.priority ?? 1))
  }
  try {
    await Promise.all(
      [...jobsByEngine].map(async ([engine, jobs]) => captureQueues.get(engine)?.addBulk(jobs)),
    )
  } catch (cause) {
    throw new QueueUnavailableError('captures could not be put into their queues', { cause })
  }
}

/**
 * By default BullMQ removes a job's children from any queue. An engine's worker could name other engines' jobs as
 * children.
 */
const keepChildren = { removeChildren: false } as const

/** Few, because requests share the connection. */
const removedAtOnce = 100

/** BullMQ's event wakes the requests that wait. Best effort: a job that stays finds nothing to do. Never rejects. */
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
      .map(async ({ jobId, engine }) => captureQueues.get(engine)?.remove(jobId, keepChildren))
    const results = await Promise.allSettled(removals)
    // Redis cannot be reached, and the remaining removals would only wait for it.
    if (results.every(({ status }) => status === 'rejected')) return
  }
}

/**
 * Pending captures without an unfinished job. Removes a finished job of the attempt, because BullMQ ignores a new job
 * with its id. Rejects with Redis's errors.
 */
export async function findWithoutJob(
  captureQueues: ReadonlyMap<string, Omit<CaptureQueue, 'addBulk'>>,
  captures: readonly RequestedCapture[],
): Promise<RequestedCapture[]> {
  const withoutJob = await Promise.all(
    captures.map(async (capture) => {
      const queue = captureQueues.get(capture.engine)
      if (!queue) return []
      const states = await Promise.all(captureJobIds(capture).map((jobId) => queue.getJobState(jobId)))
      if (states.some((state) => !['unknown', 'completed', 'failed'].includes(state))) return []
      if (states[0] !== 'unknown') await queue.remove(captureJobId(capture.id, capture.attempt), keepChildren)
      return [capture]
    }),
  )
  return withoutJob.flat()
}
