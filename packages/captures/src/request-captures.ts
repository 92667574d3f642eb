import type { Preview } from '@pas/db/database'
import { captureJob, captureJobId, captureJobIds, type CaptureJob } from './capture-job'
import { isUnfinished } from './capture-state'

/** The methods of BullMQ's `Queue` that this package calls. */
export interface CaptureQueue {
  addBulk(jobs: CaptureJob[]): Promise<unknown>
  remove(jobId: string, options: { removeChildren: false }): Promise<unknown>
  getJobState(jobId: string): Promise<string>
}

/** Each engine's queue, by the engine's name. */
export type CaptureQueues = ReadonlyMap<string, CaptureQueue>

export interface RequestedCapture extends Pick<Preview, 'id' | 'engine' | 'attempt' | 'status'> {
  /** Its place among its account's captures for its engine, from 1 (the default), which is captured first. */
  priority?: number
}

/** Captures could not be put into their queues, as when Redis cannot be reached. The cause is the queue's error. */
export class QueueUnavailableError extends Error {
  override name = 'QueueUnavailableError'
}

/**
 * Puts the unfinished captures of the list into their engines' queues. Idempotent, as one attempt is one job. A lower
 * priority number goes first, even if it was requested later, so that one account's long list does not hold up other
 * accounts. Leaves out captures whose engine has no queue here, as when another release made their rows: they stay
 * pending. Throws a `QueueUnavailableError`.
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
    await Promise.all(
      [...jobs].map(async ([engine, ofEngine]) => captureQueues.get(engine)?.addBulk(ofEngine)),
    )
  } catch (cause) {
    throw new QueueUnavailableError('captures could not be put into their queues', { cause })
  }
}

/**
 * BullMQ removes a job's children by default, of any queue that the caller may write. Our jobs have none, but an
 * engine's worker can write some into its own queue: other engines' jobs.
 */
const alone = { removeChildren: false } as const

/** Jobs removed in parallel. Few, because requests share the connection. */
const removedAtOnce = 100

/**
 * Removes the jobs of previews that were failed or removed; BullMQ's event for it wakes the requests that wait for
 * them. Best effort: a job that stays, because it is running or Redis cannot be reached, finds nothing to do. Never
 * rejects.
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
      .map(async ({ jobId, engine }) => captureQueues.get(engine)?.remove(jobId, alone))
    const results = await Promise.allSettled(removals)
    // Redis cannot be reached, and the remaining removals would only wait for it.
    if (results.every(({ status }) => status === 'rejected')) return
  }
}

/**
 * Resolves to the pending captures of the list that have no unfinished job. Removes a kept finished job of the row's
 * attempt, because BullMQ would ignore a new job with the same id. Rejects with Redis's errors.
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
      if (states[0] !== 'unknown') await queue.remove(captureJobId(capture.id, capture.attempt), alone)
      return [capture]
    }),
  )
  return withoutJob.flat()
}
