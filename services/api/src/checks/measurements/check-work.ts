import { EventEmitter } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { rowIdOfJob } from '@pas/captures/capture-job'
import { putCheckResult, type Results } from '@pas/checks/check-results'
import { findCheckRows, leaseCheck, recordCheck } from '@pas/checks/check-rows'
import { isUnderWay, type CheckRow } from '@pas/checks/check-state'
import { checkResultPrefix } from '@pas/checks/storage-keys'
import type { RowDeps } from '@pas/db/row-deps'
import { closedAfter, type Closeable } from '@pas/runtime/lifecycle'
import type { Logger } from '@pas/runtime/logger'
import type { Storage } from '@pas/storage/storage'
import { checkEnded } from '../../events'
import type { CaptureEvents } from '../../previews/capture-waiters'

/** What an api process measures; workers measure contrast. */
export type ApiMeasurementName = 'links' | 'spam'

/** Measures in this process after it has answered, and passes on events of workers' checks. */
export interface CheckWork extends Closeable {
  /** Records `failed` when `measure` rejects or times out. When a process stops, another begins it after the lease. */
  begin<Name extends ApiMeasurementName>(
    email: { id: string; accountId: number },
    name: Name,
    failedBefore: Date,
    measure: (signal: AbortSignal) => Promise<Results[Name]>,
  ): Promise<void>
  accountsAtWork(): number[]
  onChange(listener: (rowId: string, isOwnWork: boolean) => void): void
  findUnderWay(emailId: string, isAwaited: (row: CheckRow) => boolean): Promise<string[]>
  /** Resolves when none of these rows is under way, `signal` aborts or this process stops. */
  untilEnded(emailId: string, isAwaited: (row: CheckRow) => boolean, signal: AbortSignal): Promise<void>
  readonly waitsEnd: AbortSignal
  endWaits(): void
  close(): Promise<void>
}

/** Longer than asking all links of an email takes. */
const measureTimeoutMs = 25_000
/** Longer than measuring and recording takes. */
const leaseMs = 40_000
/** Rows are read again this often, because an event may be lost. */
const pollMs = 1_000

/** The event that is emitted for every row, beside the one named by the row's id. */
const anyRow = Symbol('any row')

interface CheckWorkDeps extends RowDeps {
  storage: Pick<Storage, 'put' | 'deletePrefix'>
  logger: Logger
}

export function createCheckWork({
  captureEvents,
  ...deps
}: CheckWorkDeps & { captureEvents: readonly CaptureEvents[] }): CheckWork {
  const closing = new AbortController()
  const waits = new AbortController()
  const underWay = new Map<Promise<void>, number>()
  const changed = new EventEmitter().setMaxListeners(0)

  const tell = (rowId: string, isOwnWork: boolean): void => {
    changed.emit(rowId)
    changed.emit(anyRow, rowId, isOwnWork)
  }
  for (const events of captureEvents)
    for (const name of ['completed', 'failed'] as const)
      events.on(name, ({ jobId }) => tell(rowIdOfJob(jobId), false))

  const findUnderWay: CheckWork['findUnderWay'] = async (emailId, isAwaited) => {
    const now = deps.clock.now()
    const rows = await findCheckRows(deps, emailId)
    return rows.filter((row) => isAwaited(row) && isUnderWay(row, now)).map(({ id }) => id)
  }

  async function untilChanged(ids: readonly string[], signal: AbortSignal): Promise<void> {
    const ended = new AbortController()
    const stop = AbortSignal.any([signal, closing.signal, ended.signal])
    const end = (): void => ended.abort()
    for (const id of ids) changed.once(id, end)
    await delay(pollMs, undefined, { signal: stop }).catch(() => undefined)
    for (const id of ids) changed.off(id, end)
  }

  return {
    begin: async ({ id: emailId, accountId }, name, failedBefore, measure) => {
      const lease = await leaseCheck(deps, emailId, name, { leaseMs, failedBefore })
      if (!lease) return
      const ended = measureAndRecord(deps, { ...lease, emailId, name }, measure, closing.signal).finally(
        () => {
          underWay.delete(ended)
          tell(lease.id, true)
        },
      )
      underWay.set(ended, accountId)
    },
    accountsAtWork: () => [...underWay.values()],
    onChange: (listener) => {
      changed.on(anyRow, listener)
    },
    findUnderWay,
    untilEnded: async (emailId, isAwaited, signal) => {
      let ids = await findUnderWay(emailId, isAwaited)
      while (ids.length > 0 && !signal.aborted) {
        await untilChanged(ids, signal)
        ids = await findUnderWay(emailId, isAwaited)
      }
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

async function measureAndRecord<Name extends ApiMeasurementName>(
  deps: CheckWorkDeps,
  lease: { id: string; attempt: number; emailId: string; name: Name },
  measure: (signal: AbortSignal) => Promise<Results[Name]>,
  closing: AbortSignal,
): Promise<void> {
  const { storage, logger } = deps
  const { id, emailId, name } = lease
  let failure: { error: unknown } | null = null
  try {
    const result = await measure(AbortSignal.any([closing, AbortSignal.timeout(measureTimeoutMs)]))
    await putCheckResult(storage, emailId, name, result)
  } catch (error) {
    // Another process measures it when the lease is over.
    if (closing.aborted) return
    failure = { error }
  }
  const status = failure ? 'failed' : 'done'
  try {
    const recorded = await recordCheck(deps, lease, failure ? 'check_failed' : 'done')
    if (recorded === 'recorded') checkEnded(logger, lease, status, failure?.error)
    // Best effort: the email was removed meanwhile.
    if (recorded === 'removed') await storage.deletePrefix(checkResultPrefix(emailId, name))
  } catch (error) {
    logger.warn({ err: error, checkId: id }, 'the end of a check could not be recorded')
  }
}
