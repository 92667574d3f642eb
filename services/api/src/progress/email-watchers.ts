import { previewIdOfJob } from '@pas/captures/capture-job'
import { isUnfinished } from '@pas/captures/capture-state'
import type { ListedPreview, PreviewCounts } from '@pas/captures/list-previews'
import type { Closeable } from '@pas/runtime/lifecycle'

/**
 * Capture events of one engine's queue (BullMQ's `QueueEvents`). An event only says that a preview's row may have
 * changed, which is then read.
 */
export interface CaptureProgressEvents {
  on(
    event: 'added' | 'completed' | 'failed' | 'removed',
    listener: (event: { jobId: string }) => void,
  ): unknown
}

/**
 * A request that follows an email's previews. `snapshot` is called once, before `changed`; nothing before `watch`
 * returns.
 */
export interface EmailListener {
  /** All previews of the email. */
  snapshot(previews: readonly ListedPreview[]): void
  /** Previews that are new, that ended, or that wait again. `isComplete`: none of the email's previews waits now. */
  changed(previews: readonly ListedPreview[], isComplete: boolean): void
  /** The email does not exist, or was deleted. No call follows. */
  gone(): void
  /** The first read failed with the database's error. No call follows. */
  failed(error: Error): void
  /** This process stops. No call follows. */
  stopped(): void
}

/** How this process follows emails: one read for each change, however many requests follow the email. */
export interface EmailWatchers extends Closeable {
  /** Follows an email until the returned function is called, or a call of the listener says that none follows. */
  watch(emailId: string, listener: EmailListener): () => void
  /** The number of listeners of this email. */
  countListeners(emailId: string): number
}

/** Reads the rows, as `packages/captures/src/list-previews` does. Both reject with the database's error. */
export interface WatcherReads {
  /** All previews of `emailIds`, and those of `previewIds` that belong to an email of `among`. */
  listPreviews(wanted: {
    emailIds: string[]
    previewIds: string[]
    among: string[]
  }): Promise<ListedPreview[]>
  /** Leaves out emails that do not exist. */
  countPreviews(emailIds: string[]): Promise<PreviewCounts[]>
}

interface WatchedEmail {
  listeners: Set<EmailListener>
  /** Listeners that have no snapshot yet. */
  joining: Set<EmailListener>
  /** Whether each known preview is unfinished, by its id. */
  unfinished: Map<string, boolean>
}

/** How often the rows are counted without an event, in case an event was lost or Redis is away. */
const pollMs = 2_000

/** Makes the watchers. `captureEvents` are the events of every engine's queue. */
export function createEmailWatchers(
  captureEvents: readonly CaptureProgressEvents[],
  reads: WatcherReads,
): EmailWatchers {
  const watched = new Map<string, WatchedEmail>()
  // What the next read covers. One read runs at a time, so that an older read never overtakes a newer one, and
  // everything that changes meanwhile is in the next read.
  const changedPreviews = new Set<string>()
  const changedEmails = new Set<string>()
  let pollIsDue = false
  let isReading = false
  let isStopped = false

  const remove = (emailId: string, tell: (listener: EmailListener) => void): void => {
    const email = watched.get(emailId)
    watched.delete(emailId)
    for (const listener of [...(email?.joining ?? []), ...(email?.listeners ?? [])]) tell(listener)
  }

  /** Takes the rows over and tells the listeners what changed. `isWhole`: these are all of the email's previews. */
  const apply = (emailId: string, rows: readonly ListedPreview[], isWhole: boolean): void => {
    const email = watched.get(emailId)
    if (!email) return
    const { unfinished, listeners, joining } = email
    const changed = rows.filter((row) => unfinished.get(row.id) !== isUnfinished(row))
    if (isWhole) unfinished.clear()
    for (const row of rows) unfinished.set(row.id, isUnfinished(row))
    if (changed.length > 0) {
      const isComplete = ![...unfinished.values()].includes(true)
      for (const listener of [...listeners]) listener.changed(changed, isComplete)
    }
    if (!isWhole) return
    for (const listener of [...joining]) {
      joining.delete(listener)
      listeners.add(listener)
      listener.snapshot(rows)
    }
  }

  /** One read of everything that may have changed. Rejects with the database's error. */
  const readChanged = async (emailIds: string[], previewIds: string[]): Promise<void> => {
    const rows = await reads.listPreviews({ emailIds, previewIds, among: [...watched.keys()] })
    const rowsOf = new Map<string, ListedPreview[]>(emailIds.map((id) => [id, []]))
    for (const row of rows) rowsOf.set(row.emailId, [...(rowsOf.get(row.emailId) ?? []), row])
    const empty = emailIds.filter((id) => rowsOf.get(id)?.length === 0)
    const counts = empty.length > 0 ? await reads.countPreviews(empty) : []
    const existing = new Set(counts.map(({ emailId }) => emailId))
    for (const [emailId, ofEmail] of rowsOf) {
      if (ofEmail.length > 0 || existing.has(emailId)) apply(emailId, ofEmail, emailIds.includes(emailId))
      else
        remove(emailId, (listener) => {
          listener.gone()
        })
    }
    // A row that is no longer there says nothing about its email, so that email is read whole.
    const found = new Set(rows.map(({ id }) => id))
    for (const previewId of previewIds.filter((id) => !found.has(id)))
      for (const [emailId, { unfinished }] of watched)
        if (unfinished.has(previewId)) changedEmails.add(emailId)
  }

  /** Listeners without a snapshot are told; for the others the poll finds what this read would have found. */
  const failJoining = (emailIds: readonly string[], error: Error): void => {
    for (const emailId of emailIds) {
      for (const listener of [...(watched.get(emailId)?.joining ?? [])]) {
        leave(emailId, listener)
        listener.failed(error)
      }
    }
  }

  const poll = async (): Promise<void> => {
    const counts = new Map(
      (await reads.countPreviews([...watched.keys()])).map((count) => [count.emailId, count]),
    )
    for (const [emailId, { unfinished }] of watched) {
      const count = counts.get(emailId)
      const waiting = [...unfinished.values()].filter(Boolean).length
      const known = count && count.waiting + count.captured + count.failed
      if (count?.waiting !== waiting || known !== unfinished.size) changedEmails.add(emailId)
    }
  }

  const readWhileDue = async (): Promise<void> => {
    if (isReading) return
    isReading = true
    try {
      while ((pollIsDue || changedEmails.size > 0 || changedPreviews.size > 0) && !isStopped) {
        // While Postgres cannot be reached, the next poll tries again.
        if (pollIsDue) await poll().catch(() => undefined)
        pollIsDue = false
        const emailIds = [...changedEmails].filter((id) => watched.has(id))
        const previewIds = [...changedPreviews]
        changedEmails.clear()
        changedPreviews.clear()
        if (emailIds.length + previewIds.length === 0) continue
        await readChanged(emailIds, previewIds).catch((error: Error) => {
          failJoining(emailIds, error)
        })
      }
    } finally {
      isReading = false
    }
  }

  const onEvent = ({ jobId }: { jobId: string }): void => {
    if (watched.size === 0) return
    changedPreviews.add(previewIdOfJob(jobId))
    // The events of one batch of the queue's stream come in one turn of the event loop, and are one read.
    setImmediate(() => void readWhileDue())
  }
  for (const events of captureEvents)
    for (const name of ['added', 'completed', 'failed', 'removed'] as const) events.on(name, onEvent)

  const timer = setInterval(() => {
    pollIsDue = watched.size > 0
    void readWhileDue()
  }, pollMs).unref()

  const leave = (emailId: string, listener: EmailListener): void => {
    const email = watched.get(emailId)
    email?.listeners.delete(listener)
    email?.joining.delete(listener)
    if (email && email.listeners.size + email.joining.size === 0) watched.delete(emailId)
  }

  return {
    watch: (emailId, listener) => {
      if (isStopped) {
        setImmediate(() => {
          listener.stopped()
        })
        return () => undefined
      }
      const email = watched.get(emailId) ?? {
        listeners: new Set(),
        joining: new Set(),
        unfinished: new Map<string, boolean>(),
      }
      watched.set(emailId, email)
      email.joining.add(listener)
      changedEmails.add(emailId)
      void readWhileDue()
      return () => {
        leave(emailId, listener)
      }
    },
    countListeners: (emailId) => {
      const email = watched.get(emailId)
      return email ? email.listeners.size + email.joining.size : 0
    },
    close: () => {
      isStopped = true
      clearInterval(timer)
      for (const emailId of [...watched.keys()])
        remove(emailId, (listener) => {
          listener.stopped()
        })
    },
  }
}
