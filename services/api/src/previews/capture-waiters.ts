import { rowIdOfJob } from '@pas/captures/capture-job'
import { isUnfinished } from '@pas/captures/capture-state'
import type { Preview } from '@pas/db/database'
import type { Closeable } from '@pas/runtime/lifecycle'

/** BullMQ's `QueueEvents` of one engine. An event only wakes; the row says what happened (ADR 1). */
export interface CaptureEvents {
  /** Of the queue. */
  readonly name?: string
  on(
    event: 'added' | 'active' | 'completed' | 'failed' | 'removed',
    listener: (event: { jobId: string }) => void,
  ): unknown
}

/** The wait ended by its timeout, a stop of the process, or because the caller hung up. */
export class WaitEndedError extends Error {
  override name = 'WaitEndedError'
}

const waitEnded = (): WaitEndedError => new WaitEndedError('the wait for a capture ended')

/** All requests for a preview share one read of its row per event. */
export interface CaptureWaiters extends Closeable {
  /**
   * Null when the preview is gone. Rejects with a `WaitEndedError` after `timeoutMs` or when `signal` aborts, and with
   * the database's error.
   */
  untilFinished(
    previewId: string,
    options: { timeoutMs: number; signal: AbortSignal },
  ): Promise<Preview | null>
  isWaitedFor(previewId: string): boolean
  endWithin(timeoutMs: number): void
  readonly size: number
}

interface Waiter {
  finish(preview: Preview | null): void
  fail(error: Error): void
}

/** Rows are also read without an event, in case one was lost. */
const usualPollMs = 2_000

export function createCaptureWaiters(
  captureEvents: readonly CaptureEvents[],
  readPreviews: (previewIds: string[]) => Promise<Preview[]>,
  pollMs = usualPollMs,
): CaptureWaiters {
  const waiting = new Waiting(readPreviews)
  const onEvent = ({ jobId }: { jobId: string }): void => waiting.wake(rowIdOfJob(jobId))
  for (const events of captureEvents) {
    events.on('completed', onEvent)
    events.on('failed', onEvent)
    // `withdrawCaptures` removed the job: the email was deleted, or its content erased.
    events.on('removed', onEvent)
  }
  const timer = setInterval(() => void waiting.wakeAll(), pollMs).unref()
  return {
    untilFinished: (previewId, { timeoutMs, signal }) =>
      new Promise((resolve, reject) => {
        const end = (): void => waiter.fail(waitEnded())
        const deadline = setTimeout(end, timeoutMs)
        const stop = (): void => {
          clearTimeout(deadline)
          signal.removeEventListener('abort', end)
          waiting.leave(previewId, waiter)
        }
        const waiter: Waiter = {
          finish: (preview) => {
            stop()
            resolve(preview)
          },
          fail: (error) => {
            stop()
            reject(error)
          },
        }
        signal.addEventListener('abort', end)
        waiting.join(previewId, waiter)
        if (signal.aborted || waiting.isOver) end()
      }),
    endWithin: (timeoutMs) => {
      setTimeout(() => {
        waiting.end()
      }, timeoutMs).unref()
    },
    isWaitedFor: (previewId) => waiting.has(previewId),
    get size() {
      return waiting.size
    },
    close: () => {
      clearInterval(timer)
    },
  }
}

class Waiting {
  private readonly waiters = new Map<string, Set<Waiter>>()
  private isReadingAll = false
  isOver = false

  constructor(private readonly readPreviews: (previewIds: string[]) => Promise<Preview[]>) {}

  get size(): number {
    return this.waiters.size
  }

  has(previewId: string): boolean {
    return this.waiters.has(previewId)
  }

  join(previewId: string, waiter: Waiter): void {
    const others = this.waiters.get(previewId)
    if (others) {
      others.add(waiter)
      return
    }
    this.waiters.set(previewId, new Set([waiter]))
    // The capture may have ended before this listened.
    this.wake(previewId)
  }

  leave(previewId: string, waiter: Waiter): void {
    const all = this.waiters.get(previewId)
    all?.delete(waiter)
    if (all?.size === 0) this.waiters.delete(previewId)
  }

  /** Ends the preview's waiters when its row is finished or gone. */
  wake(previewId: string): void {
    if (!this.has(previewId)) return
    this.readAndFinish([previewId]).catch((error: Error) => {
      for (const waiter of this.waiters.get(previewId) ?? []) waiter.fail(error)
    })
  }

  async wakeAll(): Promise<void> {
    if (this.isReadingAll || this.size === 0) return
    this.isReadingAll = true
    try {
      await this.readAndFinish([...this.waiters.keys()])
    } catch {
      // The next poll or the waiters' timeouts end the wait.
    } finally {
      this.isReadingAll = false
    }
  }

  end(): void {
    this.isOver = true
    for (const waiters of [...this.waiters.values()])
      for (const waiter of [...waiters]) waiter.fail(waitEnded())
  }

  private async readAndFinish(previewIds: string[]): Promise<void> {
    const rows = await this.readPreviews(previewIds)
    const previews = new Map(rows.map((preview) => [preview.id, preview]))
    for (const previewId of previewIds) {
      const preview = previews.get(previewId) ?? null
      if (preview && isUnfinished(preview)) continue
      for (const waiter of this.waiters.get(previewId) ?? []) waiter.finish(preview)
    }
  }
}
