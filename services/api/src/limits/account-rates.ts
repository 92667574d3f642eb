import type { Clock } from '@pas/runtime/clock'
import { withinTimeout } from '@pas/runtime/within-timeout'
import type { Redis } from 'ioredis'
import { RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import type { AccountLimits, RateLimitState } from './account-limits'

/**
 * How much of something an account has had in the window that runs now. Null while Redis is away: then nothing is limited
 * (docs/contract.md §4), and nothing waits for it either. Never rejects.
 */
interface AccountRate {
  /** Counts `count` more, whether or not that is over the limit. */
  spend(accountId: number, count?: number): Promise<RateLimitState | null>
  read(accountId: number): Promise<RateLimitState | null>
}

/** Limits are open while Redis is away or late, so nothing waits for it longer. */
const redisTimeoutMs = 250

/** The rates of docs/contract.md §4. They are Redis's, by its clock, so that every process counts alike. */
export interface AccountRates {
  emails: AccountRate
  captures: AccountRate
}

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
    const standing = (counted: RateLimiterRes | null): RateLimitState => ({
      limit,
      used: counted?.consumedPoints ?? 0,
      resetAt: new Date(clock.now().getTime() + (counted?.msBeforeNext ?? windowSeconds * 1000)),
    })
    // Redis's own errors are logged where it is connected.
    const inTime = (counting: Promise<RateLimiterRes | null>): Promise<RateLimitState | null> =>
      withinTimeout(
        counting.then(standing).catch(() => null),
        redisTimeoutMs,
        () => null,
      )
    return {
      // `consume` would do the same and reject beyond the limit; what is too many is the caller's to say.
      spend: (accountId, count = 1) => inTime(limiter.penalty(accountId, count)),
      read: (accountId) => inTime(limiter.get(accountId)),
    }
  }
  return {
    emails: rate('emails', limits.emailsPerMinute, 60),
    captures: rate('captures', limits.capturesPerHour, 3_600),
  }
}
