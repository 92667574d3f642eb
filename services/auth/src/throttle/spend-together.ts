import type { FailureBudget } from './open-throttle'

export type Spending = readonly [budget: FailureBudget, key: string]

/** `isLast` says for each whether it was its last failure. When one has none left, nothing is spent. */
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
