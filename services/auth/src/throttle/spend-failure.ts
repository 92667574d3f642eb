import { withinTimeout } from '@pas/runtime/within-timeout'
import type { FailureBudget } from './open-throttle'

/** The limit is open while Redis is away or late (docs/contract.md §4), so nothing waits for it longer. */
const redisTimeoutMs = 250

/** What became of a failure that was counted after it happened. */
export interface SpentFailure {
  /** False while Redis is away: nothing is limited then (docs/contract.md §4), and nothing that cannot be counted leaves an audit row. */
  isCounted: boolean
  /** Seconds to wait when none was left, else null. */
  waitSeconds: number | null
}

/** Spends one of a budget's failures, after the fact. Never rejects. */
export async function spendFailure(budget: FailureBudget, key: string): Promise<SpentFailure> {
  const spent: Promise<SpentFailure> = budget
    .spend(key)
    .then((waitSeconds) => ({ isCounted: true, waitSeconds }))
  const notCounted: SpentFailure = { isCounted: false, waitSeconds: null }
  return withinTimeout(
    spent.catch(() => notCounted),
    redisTimeoutMs,
    () => notCounted,
  )
}
