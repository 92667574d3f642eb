import { withinPatience } from '@pas/runtime/within-patience'
import type { FailureBudget } from './open-throttle'

/** What became of a failure that was counted after it happened. */
export interface SpentFailure {
  /** False while Redis is away: nothing is limited then (contract §4), and nothing that cannot be counted leaves an audit row. */
  isCounted: boolean
  /** Seconds to wait when none was left, else null. */
  waitSeconds: number | null
}

/** Spends one of a budget's failures, after the fact. Never rejects. */
export async function spendFailure(budget: FailureBudget, key: string): Promise<SpentFailure> {
  // In an object, as `withinPatience` answers null when Redis is away.
  const spent = await withinPatience(budget.spend(key).then((waitSeconds) => ({ waitSeconds })))
  return { isCounted: spent !== null, waitSeconds: spent?.waitSeconds ?? null }
}
