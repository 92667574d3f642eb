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
  /** `room`: maximum of items. `underWay`: the account of each item that this process is doing. */
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
  let leasing: Promise<void> | null = null

  const wake = (): void => {
    isWoken = true
    leasing ??= asProcess(leaseWhileWoken)
      .catch(failedToLease)
      .finally(() => {
        leasing = null
        // `wake` was called again after `lease` had read the rows.
        if (mayLease()) wake()
      })
  }

  const mayLease = (): boolean => isWoken && !isClosed && underWay.size < places

  const leaseWhileWoken = async (): Promise<void> => {
    while (mayLease()) {
      isWoken = false
      const leased = await lease({ room: places - underWay.size, underWay: [...underWay.values()] })
      for (const item of leased) begin(item)
    }
  }

  const begin = (item: Item): void => {
    const running = work(item, closing.signal).finally(() => {
      underWay.delete(running)
      // A place is free now.
      wake()
    })
    underWay.set(running, item.accountId)
  }

  return {
    wake,
    get size() {
      return underWay.size
    },
    close: async () => {
      isClosed = true
      const untilIdle = async (): Promise<void> => {
        await leasing
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
