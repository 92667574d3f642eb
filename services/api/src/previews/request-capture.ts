import {
  captureJobId,
  captureJobIds,
  captureJobOptions,
  type CapturePayload,
} from '@pas/capture-queue/capture-queue'
import type { Database, Preview } from '@pas/db/database'
import { PRIORITY_LIMIT, type Queue } from 'bullmq'
import { unavailable } from '../errors'
import type { PreviewAddress } from './schema'

/** The queue of each engine. */
export type CaptureQueues = ReadonlyMap<
  string,
  Pick<Queue<CapturePayload>, 'addBulk' | 'remove' | 'getJobState' | 'getPrioritized'>
>

/** The row of this preview, or null when nobody asked for it yet. */
export function findPreview(db: Database, address: PreviewAddress): Promise<Preview | null> {
  const { emailGuid: emailId, emailClient, orientation, images } = address
  return db.preview.findUnique({
    where: {
      emailId_emailClient_orientation_images: { emailId, emailClient: emailClient.code, orientation, images },
    },
  })
}

/** A preview whose capture is asked for. */
export interface RequestedPreview extends Pick<Preview, 'id' | 'engine' | 'attempt' | 'status'> {
  /** Its place among its account's captures for its engine, from 1; without one it comes with the first. */
  turn?: number
}

/**
 * Puts the captures that are not finished into their engines' queues; safe to repeat, as one attempt is one job. Lower turns go first,
 * whoever asked earlier: that is what is fair between accounts. Throws 503 when the queue is away.
 */
export async function requestCaptures(
  captureQueues: CaptureQueues,
  previews: readonly RequestedPreview[],
): Promise<void> {
  const jobs = new Map<string, Parameters<Queue<CapturePayload>['addBulk']>[0]>()
  for (const { id, engine, attempt, status, turn = 1 } of previews) {
    if (status === 'captured' || status === 'failed') continue
    const opts = {
      ...captureJobOptions,
      jobId: captureJobId(id, attempt),
      priority: Math.min(turn, PRIORITY_LIMIT),
    }
    const ofEngine = jobs.get(engine) ?? []
    jobs.set(engine, ofEngine)
    ofEngine.push({ name: 'capture', data: { previewId: id }, opts })
  }
  try {
    await Promise.all([...jobs].map(([engine, ofEngine]) => queueOf(captureQueues, engine).addBulk(ofEngine)))
  } catch (error) {
    throw unavailable('The queue is away; try again shortly.', error)
  }
}

/** Jobs removed at once, on the connection that serves requests. */
const withdrawnAtOnce = 100

/**
 * Takes the captures of previews that nobody can have any more out of their queues, which wakes the requests that wait for them. Best effort: a
 * job that stays, because it is under way or Redis is away, finds nothing to do. Never rejects.
 */
export async function withdrawCaptures(
  captureQueues: CaptureQueues,
  previews: readonly RequestedPreview[],
): Promise<void> {
  const jobs = previews
    .filter(({ status }) => status === 'pending' || status === 'capturing')
    .flatMap((preview) => captureJobIds(preview).map((jobId) => ({ jobId, engine: preview.engine })))
  for (let start = 0; start < jobs.length; start += withdrawnAtOnce) {
    const removals = jobs
      .slice(start, start + withdrawnAtOnce)
      .map(async ({ jobId, engine }) => captureQueues.get(engine)?.remove(jobId))
    const results = await Promise.allSettled(removals)
    // Redis is away: the others would wait for it in vain, too.
    if (results.every(({ status }) => status === 'rejected')) return
  }
}

function queueOf(captureQueues: CaptureQueues, engine: string): Pick<Queue<CapturePayload>, 'addBulk'> {
  const queue = captureQueues.get(engine)
  if (!queue) throw new Error(`no queue for engine ${engine}`)
  return queue
}

/** The rows of these previews, without those that are gone. */
export function findPreviews(db: Database, previewIds: string[]): Promise<Preview[]> {
  return db.preview.findMany({ where: { id: { in: previewIds } } })
}
