import type { Throttle } from './open-throttle'
import { giveBack, spendTogether, type Spending } from './spend-together'

export interface SignInSource {
  addressKey: string
  accountKey: string
  /** Set for a known device of this user. */
  device: string | null
}

/** Counts as a failure until `succeeded` is called. */
export interface CountedAttempt {
  /** Gives back what was spent, and forgets the failures for this user from this place. */
  succeeded(): Promise<void>
}

/**
 * A known device has failures of its own, which no stranger can use up. Any other attempt counts for its IP address and
 * for the e-mail address in a day, too, which stops guesses from one place and from many. With no failure left, nothing
 * is counted.
 */
export async function spendAttempt(
  throttle: Pick<Throttle, 'signInPerAddress' | 'signInPerAccount' | 'signInPerDay'>,
  { addressKey, accountKey, device }: SignInSource,
): Promise<CountedAttempt | { waitSeconds: number }> {
  const account: Spending = [throttle.signInPerAccount, `${accountKey}|${device ?? addressKey}`]
  // The IP address first: a stranger who has no failure left there makes up no more keys.
  const groups: Spending[][] =
    device === null
      ? [[[throttle.signInPerAddress, addressKey]], [account, [throttle.signInPerDay, dayKey(accountKey)]]]
      : [[account]]
  const spent: Spending[] = []
  for (const group of groups) {
    const result = await spendTogether(group)
    if ('waitSeconds' in result) {
      await giveBack(spent)
      return result
    }
    spent.push(...group)
  }
  return {
    succeeded: async () => {
      const [budget, key] = account
      await Promise.all([budget.reset(key), giveBack(spent.filter((spending) => spending !== account))])
    },
  }
}

/**
 * Five hexadecimal digits, so a million keys at most: strangers can make up addresses, and Redis evicts nothing (ADR
 * 36).
 */
const dayKey = (accountKey: string): string => accountKey.slice(0, 5)
