import type { CapturePayload } from '@pas/captures/capture-job'
import type { CaptureQueue } from '@pas/captures/request-captures'
import { ApiError } from '@pas/runtime/errors'
import type { Queue } from 'bullmq'
import { unavailable } from '../errors'

/** Queues whose next jobs can be read, too. */
export type PolledCaptureQueues = ReadonlyMap<
  string,
  CaptureQueue & Pick<Queue<CapturePayload>, 'getPrioritized'>
>

/** The priority of captures that are their account's first at this engine. */
const firstPriority = 1

/**
 * Throws 503 when even the captures that are their account's first at this engine have waited in its queue for longer than `queueWaitLimitMs`: one
 * more would not be drawn in time, and make those behind it late. Only what comes before it counts, so that an account's long list
 * refuses no other account. Throws 503 when the queue is away, too.
 */
export async function assertQueueKeepsUp(
  captureQueues: PolledCaptureQueues,
  engine: string,
  queueWaitLimitMs: number,
): Promise<void> {
  const next = await captureQueues
    .get(engine)
    ?.getPrioritized(0, 0)
    .catch((error: unknown) => {
      throw unavailable('The queue is away; try again shortly.', error)
    })
  const [head] = next ?? []
  // A retry says how long its capture takes, not how long others wait.
  if (head?.opts.priority !== firstPriority || head.attemptsStarted > 0) return
  // BullMQ reckons with the process's own time.
  if (Date.now() - head.timestamp - (head.opts.delay ?? 0) <= queueWaitLimitMs) return
  throw new ApiError(
    'unavailable',
    `More captures wait for the engine '${engine}' than it can draw in time; try again shortly.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(queueWaitLimitMs / 1_000))) } },
  )
}
