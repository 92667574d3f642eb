import { setTimeout as delay } from 'node:timers/promises'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { findNewestEmails } from '@pas/emails/find-emails'
import { asProcess } from '@pas/runtime/caller'
import type { Closeable } from '@pas/runtime/lifecycle'

export interface EmailArrivals extends Closeable {
  /** Watches from now on, until `close`, the timeout or the signal. */
  watch(accountId: number, wait: { timeoutMs: number; signal: AbortSignal }): Arrivals
}

interface Arrivals {
  /** True when the account has another newest email, and once at the start; false at the end. */
  next(): Promise<boolean>
  close(): void
}

const pollMs = 500

/** One statement for all requests of a process that wait: mail may come to any process. */
export function createEmailArrivals(deps: DatabaseDeps): EmailArrivals {
  const watching = new Set<Watching>()
  let isPolling = false

  const poll = async (): Promise<void> => {
    isPolling = true
    while (watching.size > 0) {
      const accountIds = [...new Set([...watching].map(({ accountId }) => accountId))]
      // While Postgres is away, the next poll tries again.
      const newest = await findNewestEmails(deps, accountIds).catch(() => null)
      if (newest) for (const each of watching) each.see(newest.get(each.accountId) ?? null)
      await delay(pollMs)
    }
    isPolling = false
  }

  return {
    watch: (accountId, { timeoutMs, signal }) => {
      const each = new Watching(accountId)
      const close = (): void => {
        clearTimeout(deadline)
        signal.removeEventListener('abort', close)
        watching.delete(each)
        each.end()
      }
      const deadline = setTimeout(close, timeoutMs)
      signal.addEventListener('abort', close)
      watching.add(each)
      if (signal.aborted) close()
      else if (!isPolling) void asProcess(poll)
      return { next: () => each.next(), close }
    },
    close: () => {
      for (const each of watching) each.end()
      watching.clear()
    },
  }
}

class Watching {
  #newest: string | null | undefined
  #hasCome = false
  #isOver = false
  #wake = (): void => undefined

  constructor(readonly accountId: number) {}

  see(newest: string | null): void {
    if (newest === this.#newest) return
    this.#newest = newest
    this.#hasCome = true
    this.#wake()
  }

  end(): void {
    this.#isOver = true
    this.#wake()
  }

  async next(): Promise<boolean> {
    if (!this.#hasCome && !this.#isOver) await new Promise<void>((resolve) => (this.#wake = resolve))
    const hasCome = this.#hasCome
    this.#hasCome = false
    return hasCome
  }
}
