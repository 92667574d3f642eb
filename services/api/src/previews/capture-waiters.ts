import { EventEmitter, on } from 'node:events'
import { previewIdOfJob } from '@pas/capture-queue/capture-queue'
import type { Closeable } from '@pas/runtime/lifecycle'

/** The bell of one engine's queue; BullMQ's QueueEvents. */
export interface CaptureBell {
  on(event: 'completed' | 'failed' | 'removed', listener: (event: { jobId: string }) => void): unknown
}

/**
 * Every request of this process that waits for a capture, in one registry: one listener a queue, however many wait. A ring only wakes;
 * whoever waits reads the row again.
 */
export interface CaptureWaiters extends Closeable {
  /**
   * Listens from now on, also before the first `next()`. Each item is a ring for this preview; an abort of `signal` rejects with its
   * reason. The caller ends it with `return()`.
   */
  listen(
    previewId: string,
    signal: AbortSignal,
  ): AsyncIterator<unknown> & AsyncIterable<unknown> & { return: () => Promise<unknown> }
  /** Previews that are waited for now. */
  waitedFor(): string[]
}

/** How often the rows are asked in case a ring was lost. */
const slowPollMs = 2_000

/**
 * `findFinished` is told which previews are waited for and says which of them are captured, failed or removed: the slow poll that covers
 * lost rings.
 */
export function createCaptureWaiters(
  bells: readonly CaptureBell[],
  findFinished: (previewIds: string[]) => Promise<string[]>,
): CaptureWaiters {
  const rings = new EventEmitter({ captureRejections: false }).setMaxListeners(0)
  // Node's `on` listens for 'error' beside the name it was given.
  const waitedFor = (): string[] =>
    rings.eventNames().filter((name): name is string => typeof name === 'string' && name !== 'error')

  const onFinished = ({ jobId }: { jobId: string }): void => {
    rings.emit(previewIdOfJob(jobId))
  }
  for (const bell of bells) {
    bell.on('completed', onFinished)
    bell.on('failed', onFinished)
    // Its email was deleted.
    bell.on('removed', onFinished)
  }

  let polling = false
  const pollRows = async (): Promise<void> => {
    const previewIds = waitedFor()
    if (polling || previewIds.length === 0) return
    polling = true
    try {
      for (const previewId of await findFinished(previewIds)) rings.emit(previewId)
    } catch {
      // The database is away: the next poll, or the waiters' own deadlines, end it.
    } finally {
      polling = false
    }
  }
  const timer = setInterval(() => void pollRows(), slowPollMs).unref()

  return {
    listen: (previewId, signal) => on(rings, previewId, { signal }) as ReturnType<CaptureWaiters['listen']>,
    waitedFor,
    close: () => {
      clearInterval(timer)
    },
  }
}
