import type { FailureBudget } from './open-throttle'

export type Spending = readonly [budget: FailureBudget, key: string]

/** `isLast` has the order of `spendings`. When one has no failure left, nothing is spent. */
export async function spendTogether(
  spendings: readonly Spending[],
): Promise<{ isLast: boolean[] } | { waitSeconds: number }> {
  const results = await Promise.all(spendings.map(([budget, key]) => budget.spend(key)))
  const waitSeconds = Math.max(...results.map((result) => result.waitSeconds ?? 0))
  if (waitSeconds === 0) return { isLast: results.map((result) => result.isLast) }
  await giveBack(spendings.filter((_spending, index) => results[index]?.waitSeconds === null))
  return { waitSeconds }
}

export const giveBack = (spent: readonly Spending[]): Promise<unknown> =>
  Promise.all(spent.map(([budget, key]) => budget.giveBack(key)))
