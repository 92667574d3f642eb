import type { Throttle } from './open-throttle'
import { giveBack, spendTogether, type Spending } from './spend-together'

/** Where an attempt to sign in comes from, and for whom. */
export interface SignInSource {
  /** The IP address's key (`addressKey`). */
  addressKey: string
  /** The key of the typed e-mail address (`typedAddress`). */
  accountKey: string
  /** The browser's id as a known device of this user; null for any other browser. */
  device: string | null
}

/** An attempt that may be made. It counts as a failure until `succeeded` is called. */
export interface CountedAttempt {
  /** Gives back what the attempt was counted as, and forgets the failures for this user from this place. */
  succeeded(): Promise<void>
}

/**
 * Counts an attempt to sign in before its password is checked. A known device has failures of its own, which no
 * stranger can use up. Any other attempt is counted for its IP address, for the e-mail address from that IP address,
 * and for the e-mail address in a day from everywhere, so that neither one place nor many can guess on. When no failure
 * is left, nothing is counted, and the result is the seconds to wait.
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
      await Promise.all([budget.reset(key), giveBack(spent.filter((each) => each !== account))])
    },
  }
}

/**
 * The key of an e-mail address for the limit of a day: the first five hexadecimal digits of its hash, so a million keys
 * at most. Strangers can make up addresses, each key stays in Redis for a day, and Redis evicts nothing. Two addresses
 * that share a key, which is rare, share one limit.
 */
const dayKey = (accountKey: string): string => accountKey.slice(0, 5)
