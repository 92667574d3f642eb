import type { CapturePayload } from '@pas/captures/capture-job'
import type { CaptureQueue } from '@pas/captures/request-captures'
import { ApiError } from '@pas/runtime/errors'
import type { Queue } from 'bullmq'
import { unavailable } from '../errors'

export type PolledCaptureQueues = ReadonlyMap<
  string,
  CaptureQueue & Pick<Queue<CapturePayload>, 'getPrioritized'>
>

/** Priority of an account's first capture for an engine. */
const firstPriority = 1

/** Throws 503 when the next capture is an account's first and has waited too long, or the queue cannot be read. */
export async function assertQueueKeepsUp(
  captureQueues: PolledCaptureQueues,
  engine: string,
  queueWaitLimitMs: number,
): Promise<void> {
  const jobs = await captureQueues
    .get(engine)
    ?.getPrioritized(0, 0)
    .catch((error: unknown) => {
      throw unavailable('The queue is away; try again shortly.', error)
    })
  const [next] = jobs ?? []
  // The age of a retried job tells how long its capture takes, not how long captures wait.
  if (next?.opts.priority !== firstPriority || next.attemptsStarted > 0) return
  // Not the clock: BullMQ's timestamps are in the process's time.
  if (Date.now() - next.timestamp - (next.opts.delay ?? 0) <= queueWaitLimitMs) return
  throw new ApiError(
    'unavailable',
    `More captures wait for the engine '${engine}' than it can draw in time; try again shortly.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(queueWaitLimitMs / 1_000))) } },
  )
}
