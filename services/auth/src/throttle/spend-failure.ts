import { withinTimeout } from '@pas/runtime/within-timeout'
import type { FailureBudget } from './open-throttle'

/** When Redis is away or slower, the limit is not applied (docs/contract.md §4.19). */
const redisTimeoutMs = 250

export interface SpentFailure {
  /** False while Redis is away: the failure gets no audit row. */
  isCounted: boolean
  waitSeconds: number | null
}

/** Spends a failure that has happened. Never rejects. */
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
