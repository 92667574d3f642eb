import { withinTimeout } from '@pas/runtime/within-timeout'
import type { FailureBudget } from './open-throttle'

/** When Redis is away or later than this, the limit is not applied (docs/contract.md §4.19). */
const redisTimeoutMs = 250

/** The result of counting a failure after it happened. */
export interface SpentFailure {
  /** False while Redis is away: failures are not limited (docs/contract.md §4.19), and get no audit row. */
  isCounted: boolean
  /** Seconds to wait when no failure was left, else null. */
  waitSeconds: number | null
}

/** Spends one of a budget's failures after it happened. Never rejects. */
export async function spendFailure(budget: FailureBudget, key: string): Promise<SpentFailure> {
  const spent: Promise<SpentFailure> = budget
    .spend(key)
    .then(({ waitSeconds }) => ({ isCounted: true, waitSeconds }))
  const notCounted: SpentFailure = { isCounted: false, waitSeconds: null }
  return withinTimeout(
    spent.catch(() => notCounted),
    redisTimeoutMs,
    () => notCounted,
  )
}
