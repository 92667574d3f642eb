import { rowIdOfJob } from '@pas/captures/capture-job'
import type { Closeable } from '@pas/runtime/lifecycle'
import { ChangedRows, type WatcherReads } from './changed-rows'
import { WatchedEmails, type EmailListener, type FollowedEmail } from './watched-emails'

/** BullMQ's `QueueEvents` of one engine. The row says what happened (ADR 1). */
export interface CaptureProgressEvents {
  on(
    event: 'added' | 'completed' | 'failed' | 'removed',
    listener: (event: { jobId: string }) => void,
  ): unknown
}

export interface EmailWatchers extends Closeable {
  /** Lasts until the returned function or the listener's last call. */
  watch(email: FollowedEmail, listener: EmailListener): () => void
  countListeners(emailId: string): number
}

/** Rows are counted in case an event was lost or Redis is away. */
const pollMs = 2_000

export function createEmailWatchers(
  captureEvents: readonly CaptureProgressEvents[],
  reads: WatcherReads,
): EmailWatchers {
  const watched = new WatchedEmails()
  const changedRows = new ChangedRows(watched, reads)
  let isStopped = false

  const onEvent = ({ jobId }: { jobId: string }): void => {
    if (watched.ids.length > 0) changedRows.addPreview(rowIdOfJob(jobId))
  }
  for (const events of captureEvents)
    for (const name of ['added', 'completed', 'failed', 'removed'] as const) events.on(name, onEvent)

  const timer = setInterval(() => {
    changedRows.poll()
  }, pollMs).unref()

  return {
    watch: (email, listener) => {
      if (isStopped) {
        setImmediate(() => {
          listener.stopped()
        })
        return () => undefined
      }
      watched.join(email, listener)
      changedRows.addEmail(email.id)
      return () => {
        watched.leave(email.id, listener)
      }
    },
    countListeners: (emailId) => watched.countListeners(emailId),
    close: () => {
      isStopped = true
      changedRows.stop()
      clearInterval(timer)
      for (const emailId of watched.ids)
        watched.end(emailId, (listener) => {
          listener.stopped()
        })
    },
  }
}
