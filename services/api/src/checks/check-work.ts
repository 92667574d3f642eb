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

/** What this process does for checks after it has answered, and the end of what workers do for them. */
export interface CheckWork extends Closeable {
  /**
   * Does leased work in the background and records how it ended: `failed` if it rejects or is not done in its time.
   * When this process stops first, another may do it when the lease is over.
   */
  begin(lease: { id: string; name: CheckRowName; attempt: number }, work: LeasedWork): void
  /**
   * Works on a leased report in the background; `run` resolves to whether it ended here. Whoever fails leaves it to the
   * lease, after which another process may take it over.
   */
  beginReport(report: { id: string; accountId: number }, run: (signal: AbortSignal) => Promise<boolean>): void
  /** How many reports of each account this process works on. */
  readonly reportsOf: ReadonlyMap<number, number>
  /** Resolves when one of these rows may have changed; also when `signal` aborts, or this process stops. */
  untilChanged(ids: readonly string[], signal: AbortSignal, pollMs?: number): Promise<void>
  close(): Promise<void>
}

/** Leased work. `undo` removes what it stored, when the email was removed meanwhile. Best effort. */
interface LeasedWork {
  run: (signal: AbortSignal) => Promise<void>
  undo?: () => Promise<unknown>
  timeoutMs: number
}

/** How long a change can be missed, as when an event was lost. */
const usualPollMs = 1_000

/** Makes a process's `CheckWork`. `captureEvents` are all queues' events. */
export function createCheckWork({
  db,
  clock,
  logger,
  captureEvents,
}: DbDeps & { clock: Clock; logger: Logger; captureEvents: readonly CaptureEvents[] }): CheckWork {
  const closing = new AbortController()
  const underWay = new Set<Promise<void>>()
  const changed = new EventEmitter().setMaxListeners(0)
  for (const events of captureEvents)
    for (const name of ['completed', 'failed'] as const)
      events.on(name, ({ jobId }) => changed.emit(rowIdOfJob(jobId)))

  const reportsOf = new Map<number, number>()
  const keep = (running: Promise<void>): void => {
    const ended = running.finally(() => underWay.delete(ended))
    underWay.add(ended)
  }

  const runReport = async (...[report, work]: Parameters<CheckWork['beginReport']>): Promise<void> => {
    const { id, accountId } = report
    reportsOf.set(accountId, (reportsOf.get(accountId) ?? 0) + 1)
    try {
      if (await work(closing.signal)) checkEnded(logger, { id, name: 'report' }, 'done')
    } catch (error) {
      if (!closing.signal.aborted) checkEnded(logger, { id, name: 'report' }, 'failed', error)
    } finally {
      const left = (reportsOf.get(accountId) ?? 1) - 1
      if (left > 0) reportsOf.set(accountId, left)
      else reportsOf.delete(accountId)
    }
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
    changed.emit(lease.id)
  }

  return {
    begin: (...begun) => {
      keep(run(...begun))
    },
    beginReport: (...begun) => {
      keep(runReport(...begun))
    },
    reportsOf,
    untilChanged: async (ids, signal, pollMs = usualPollMs) => {
      const ended = new AbortController()
      const stop = AbortSignal.any([signal, closing.signal, ended.signal])
      const end = (): void => ended.abort()
      for (const id of ids) changed.once(id, end)
      await delay(pollMs, undefined, { signal: stop }).catch(() => undefined)
      for (const id of ids) changed.off(id, end)
    },
    close: () => {
      closing.abort()
      return closedAfter(underWay, Promise.resolve())
    },
  }
}
