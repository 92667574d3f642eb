import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { recordCheck } from '@pas/captures/check-rows'
import type { CheckRowName } from '@pas/captures/check-state'
import { rowIdOfJob } from '@pas/captures/capture-job'
import type { DbDeps } from '@pas/db/row-deps'
import type { Clock } from '@pas/runtime/clock'
import { closedAfter, type Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import { checkEnded } from '../events'
import type { CaptureEvents } from '../previews/capture-waiters'

/** Work of this process after it has answered, and events of workers' checks. */
export interface CheckWork extends Closeable {
  /**
   * Records `done`, or `failed` when `work` rejects or times out. When this process stops, another may take over after
   * the lease.
   */
  begin(lease: { id: string; accountId: number; name: CheckRowName; attempt: number }, work: LeasedWork): void
  accountsAtWork(): number[]
  onChange(listener: (rowId: string, isOwnWork: boolean) => void): void
  /** Resolves when one of these rows may have changed, `signal` aborts or this process stops. */
  untilChanged(ids: readonly string[], signal: AbortSignal): Promise<void>
  /** Aborts when this process stops. */
  readonly waitsEnd: AbortSignal
  endWaits(): void
  close(): Promise<void>
}

/** `undo` removes what was stored when the email was removed meanwhile. Best effort. */
interface LeasedWork {
  run: (signal: AbortSignal) => Promise<void>
  undo?: () => Promise<unknown>
  timeoutMs: number
}

const pollMs = 1_000

const anyRow = Symbol('any row')

export function createCheckWork({
  db,
  clock,
  logger,
  captureEvents,
}: DbDeps & { clock: Clock; logger: Logger; captureEvents: readonly CaptureEvents[] }): CheckWork {
  const closing = new AbortController()
  const waits = new AbortController()
  const underWay = new Map<Promise<void>, number>()
  const changed = new EventEmitter().setMaxListeners(0)
  for (const events of captureEvents)
    for (const name of ['completed', 'failed'] as const)
      events.on(name, ({ jobId }) => tell(rowIdOfJob(jobId), false))

  function tell(rowId: string, isOwnWork: boolean): void {
    changed.emit(rowId)
    changed.emit(anyRow, rowId, isOwnWork)
  }

  const run = async (...[lease, work]: Parameters<CheckWork['begin']>): Promise<void> => {
    const signal = AbortSignal.any([closing.signal, AbortSignal.timeout(work.timeoutMs)])
    const { status, cause } = await work.run(signal).then(
      () => ({ status: 'done' as const, cause: undefined }),
      (error: unknown) => ({ status: 'failed' as const, cause: error }),
    )
    // Another process does it when the lease is over.
    if (status === 'failed' && closing.signal.aborted) return
    try {
      const recorded = await recordCheck({ db, clock }, lease, status)
      if (recorded === 'recorded') checkEnded(logger, lease, status, cause)
      if (recorded === 'removed') await work.undo?.()
    } catch (error) {
      logger.warn({ err: error, checkId: lease.id }, 'the end of a check could not be recorded')
    }
  }

  return {
    begin: (lease, work) => {
      const ended = run(lease, work).finally(() => {
        underWay.delete(ended)
        tell(lease.id, true)
      })
      underWay.set(ended, lease.accountId)
    },
    accountsAtWork: () => [...underWay.values()],
    onChange: (listener) => {
      changed.on(anyRow, listener)
    },
    untilChanged: async (ids, signal) => {
      const ended = new AbortController()
      const stop = AbortSignal.any([signal, closing.signal, ended.signal])
      const end = (): void => ended.abort()
      for (const id of ids) changed.once(id, end)
      await delay(pollMs, undefined, { signal: stop }).catch(() => undefined)
      for (const id of ids) changed.off(id, end)
    },
    waitsEnd: waits.signal,
    endWaits: () => waits.abort(),
    close: () => {
      waits.abort()
      closing.abort()
      return closedAfter(underWay, Promise.resolve())
    },
  }
}
