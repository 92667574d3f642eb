import type { FailureBudget } from './open-throttle'

/** One failure of a key of a budget. */
export type Spending = readonly [budget: FailureBudget, key: string]

/**
 * Spends one failure of each; `isLast` says for each whether it was its last one. When one has none left, nothing is
 * spent, and the result is the seconds to wait.
 */
export async function spendTogether(
  spendings: readonly Spending[],
): Promise<{ isLast: boolean[] } | { waitSeconds: number }> {
  const results = await Promise.all(spendings.map(([budget, key]) => budget.spend(key)))
  const waitSeconds = Math.max(...results.map((result) => result.waitSeconds ?? 0))
  if (waitSeconds === 0) return { isLast: results.map((result) => result.isLast) }
  await giveBack(spendings.filter((_spending, index) => results[index]?.waitSeconds === null))
  return { waitSeconds }
}

/** Gives one failure of each back. */
export const giveBack = (spent: readonly Spending[]): Promise<unknown> =>
  Promise.all(spent.map(([budget, key]) => budget.giveBack(key)))
