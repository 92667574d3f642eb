import { asProcess } from '@pas/runtime/caller'
import { closedInTime, type Closeable } from '@pas/runtime/lifecycle'
import { withinTimeout } from '@pas/runtime/within-timeout'

/** Does the work that rows say is due, in the background. */
export interface LeasedWork extends Closeable {
  wake: () => void
  readonly size: number
  /** Waits `closingMs` for work under way, then aborts it. */
  close(): Promise<void>
}

/**
 * Several processes share the work, because each leases what it does. Looks for more when it is woken, and when a place
 * is free.
 */
export function startLeasedWork<Item extends { accountId: number }>({
  places,
  lease,
  work,
  failedToLease,
  closingMs,
}: {
  places: number
  /** `room`: pieces of work at most. `underWay`: the account of each piece that this process is doing. */
  lease: (free: { room: number; underWay: readonly number[] }) => Promise<readonly Item[]>
  /** Never rejects. `signal` aborts when the process stops. */
  work: (item: Item, signal: AbortSignal) => Promise<void>
  failedToLease: (error: unknown) => void
  closingMs: number
}): LeasedWork {
  const underWay = new Map<Promise<void>, number>()
  const closing = new AbortController()
  let isClosed = false
  let isWoken = false
  let looking: Promise<void> | null = null

  const begin = (item: Item): void => {
    const doing = work(item, closing.signal).finally(() => {
      underWay.delete(doing)
      // A place is free now.
      wake()
    })
    underWay.set(doing, item.accountId)
  }

  const mayLook = (): boolean => isWoken && !isClosed && underWay.size < places
  const look = async (): Promise<void> => {
    while (mayLook()) {
      isWoken = false
      const leased = await lease({ room: places - underWay.size, underWay: [...underWay.values()] })
      for (const item of leased) begin(item)
    }
  }

  const wake = (): void => {
    isWoken = true
    looking ??= asProcess(look)
      .catch(failedToLease)
      .finally(() => {
        looking = null
        // `wake` was called again after `look` had read the rows.
        if (mayLook()) wake()
      })
  }

  return {
    wake,
    get size() {
      return underWay.size
    },
    close: async () => {
      isClosed = true
      const untilIdle = async (): Promise<void> => {
        await looking
        await Promise.allSettled(underWay.keys())
      }
      await withinTimeout(untilIdle(), closingMs, () => {
        closing.abort(new Error('the process stops'))
      })
      // Aborted work still has to give its leases back.
      await closedInTime(untilIdle())
    },
  }
}
