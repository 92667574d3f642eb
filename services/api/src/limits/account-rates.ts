import type { Clock } from '@pas/runtime/clock'
import { withinTimeout } from '@pas/runtime/within-timeout'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { AccountLimits, RateLimitState } from './account-limits'

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
}

/** Makes the rates, with keys below `prefix`. */
export function createAccountRates({
  redisConnection,
  prefix,
  clock,
  limits,
}: {
  redisConnection: Redis
  prefix: string
  clock: Clock
  limits: Pick<AccountLimits, 'emailsPerMinute' | 'capturesPerHour'>
}): AccountRates {
  const rate = (name: string, limit: number, windowSeconds: number): AccountRate => {
    const limiter = new RateLimiterRedis({
      storeClient: redisConnection,
      keyPrefix: `${prefix}:rate:${name}`,
      points: limit,
      duration: windowSeconds,
      rejectIfRedisNotReady: true,
    })
    const stateOf = (counted: RateLimiterRes | null): RateLimitState => ({
      limit,
      used: counted?.consumedPoints ?? 0,
      resetAt: new Date(clock.now().getTime() + (counted?.msBeforeNext ?? windowSeconds * 1000)),
    })
    // The connection logs Redis's errors.
    const inTime = (counting: Promise<RateLimiterRes | null>): Promise<RateLimitState | null> =>
      withinTimeout(
        counting.then(stateOf).catch(() => null),
        redisTimeoutMs,
        () => null,
      )
    return {
      // Not `consume`, which rejects beyond the limit: the caller decides what is too many.
      spend: (accountId, count = 1) => inTime(limiter.penalty(accountId, count)),
      read: (accountId) => inTime(limiter.get(accountId)),
    }
  }
  return {
    emails: rate('emails', limits.emailsPerMinute, 60),
    captures: rate('captures', limits.capturesPerHour, 3_600),
  }
}
