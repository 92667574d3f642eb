import { ApiError } from '@pas/runtime/errors'
import { unavailable } from '../errors'
import type { CaptureQueues } from './request-capture'

/** Captures of this turn are their accounts' first at this engine: no account that has asked it for less is before them. */
const firstTurn = 1

/**
 * Throws 503 when even the captures that are their account's first at this engine have waited in its queue for longer than `queueWaitLimitMs`: one
 * more would not be drawn in time, and make those behind it late. What is before it in turn is all that counts, so an account's long list
 * refuses nobody else. Throws 503 when the queue is away, too.
 */
export async function assertQueueKeepsUp(
  captureQueues: CaptureQueues,
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
  if (head?.opts.priority !== firstTurn || head.attemptsStarted > 0) return
  // BullMQ reckons with the process's own time.
  if (Date.now() - head.timestamp - (head.opts.delay ?? 0) <= queueWaitLimitMs) return
  throw new ApiError(
    'unavailable',
    `More captures wait for the engine '${engine}' than it can draw in time; try again shortly.`,
    { headers: { 'Retry-After': String(Math.max(1, Math.ceil(queueWaitLimitMs / 1_000))) } },
  )
}
