import type { Clock } from '@pas/runtime/clock'
import { withinTimeout } from '@pas/runtime/within-timeout'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { rateLimitPolicies, type RateLimitState } from './account-limits'
import type { LimitsOfAccount } from './limits-of-account'

/**
 * Counts an account's use in the current window. Resolves to null while Redis cannot be reached or is late: then
 * nothing is limited (docs/contract.md §4). Never rejects.
 */
interface AccountRate {
  /** Adds `count`, also beyond the limit. */
  spend(accountId: number, count?: number): Promise<RateLimitState | null>
  read(accountId: number): Promise<RateLimitState | null>
}

/** How long a request waits for Redis; after it nothing is limited. */
const redisTimeoutMs = 250

/** The rates of docs/contract.md §4. They are counted in Redis, by its clock, so that all processes count together. */
export interface AccountRates {
  emails: AccountRate
  captures: AccountRate
  changes: AccountRate
}

/** Makes the rates, with keys below `prefix`. */
export function createAccountRates({
  redisConnection,
  prefix,
  clock,
  limitsOfAccount,
}: {
  redisConnection: Redis
  prefix: string
  clock: Clock
  limitsOfAccount: LimitsOfAccount
}): AccountRates {
  const rate = (
    policy: 'emails' | 'captures' | 'changes',
    limitName: 'emailsPerMinute' | 'capturesPerHour' | 'changesPerMinute',
  ): AccountRate => {
    const { windowSeconds } = rateLimitPolicies[policy]
    // Only counts, with `penalty` and `get`: an account's limit may change within a window, and the caller decides what
    // is too many.
    const limiter = new RateLimiterRedis({
      storeClient: redisConnection,
      keyPrefix: `${prefix}:rate:${policy}`,
      points: Number.MAX_SAFE_INTEGER,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    })
    const stateOf = async (
      accountId: number,
      counting: Promise<RateLimiterRes | null>,
    ): Promise<RateLimitState | null> => {
      // The connection logs Redis's errors.
      const counted = withinTimeout(
        counting.then((state) => ({ state })).catch(() => null),
        redisTimeoutMs,
        () => null,
      )
      const limits = await limitsOfAccount(accountId)
      const count = await counted
      return (
        count && {
          policy,
          limit: limits[limitName],
          used: count.state?.consumedPoints ?? 0,
          resetAt: new Date(clock.now().getTime() + (count.state?.msBeforeNext ?? windowSeconds * 1000)),
        }
      )
    }
    return {
      spend: (accountId, count = 1) => stateOf(accountId, limiter.penalty(accountId, count)),
      read: (accountId) => stateOf(accountId, limiter.get(accountId)),
    }
  }
  return {
    emails: rate('emails', 'emailsPerMinute'),
    captures: rate('captures', 'capturesPerHour'),
    changes: rate('changes', 'changesPerMinute'),
  }
}
