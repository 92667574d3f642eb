import type { Logger } from '@pas/runtime/logger'
import { Redis } from 'ioredis'
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Redis is away, so that nothing can be counted. */
export class ThrottleUnavailableError extends Error {
  override name = 'ThrottleUnavailableError'
}

/** A budget of failures in 15 minutes, spent per key. Everything rejects with `ThrottleUnavailableError` while Redis is away. */
interface FailureBudget {
  /**
   * Spends one ahead of an attempt; resolves to the seconds to wait when none was left, else to null.
   * Spending first leaves no gap for guesses made at once.
   */
  spend(key: string): Promise<number | null>
  /** Gives one back: the attempt was good. */
  giveBack(key: string): Promise<void>
  /** Gives all of them back: the attempt proved who it was. */
  reset(key: string): Promise<void>
  /** Seconds to wait when nothing is left, else null; spends nothing. */
  exhausted(key: string): Promise<number | null>
}

/** Contract §4's limits on failures. They are Redis's, by its clock, so that every process counts alike. */
export interface Throttle {
  signInPerAccount: FailureBudget
  signInPerAddress: FailureBudget
  tokens: FailureBudget
  close(): void
}

const windowSeconds = 15 * 60

export function openThrottle(
  {
    url,
    prefix,
    limits,
  }: {
    url: string
    prefix: string
    limits: { signInFailuresPerAccount: number; signInFailuresPerAddress: number; tokenFailures: number }
  },
  logger: Logger,
): Throttle {
  const redisConnection = new Redis(url, {
    enableOfflineQueue: false,
    maxRetriesPerRequest: 1,
    commandTimeout: 2_000,
  })
  redisConnection.on('error', (error: Error) => {
    logger.warn({ err: error }, 'redis')
  })
  const budget = (name: string, points: number): FailureBudget =>
    failureBudget(
      new RateLimiterRedis({
        storeClient: redisConnection,
        keyPrefix: `${prefix}:failures:${name}`,
        points,
        duration: windowSeconds,
        rejectIfRedisNotReady: true,
      }),
    )
  return {
    signInPerAccount: budget('sign-in-account', limits.signInFailuresPerAccount),
    signInPerAddress: budget('sign-in-address', limits.signInFailuresPerAddress),
    tokens: budget('tokens', limits.tokenFailures),
    close: () => {
      redisConnection.disconnect()
    },
  }
}

function failureBudget(limiter: RateLimiterAbstract): FailureBudget {
  return {
    spend: (key) =>
      limiter.consume(key).then(
        () => null,
        (error: unknown) => {
          if (error instanceof RateLimiterRes) return secondsUntilFree(error)
          return unavailable(error)
        },
      ),
    giveBack: async (key) => {
      await limiter.reward(key).catch(unavailable)
    },
    reset: async (key) => {
      await limiter.delete(key).catch(unavailable)
    },
    exhausted: async (key) => {
      const spent = await limiter.get(key).catch(unavailable)
      return spent && spent.consumedPoints >= limiter.points ? secondsUntilFree(spent) : null
    },
  }
}

function unavailable(cause: unknown): never {
  throw new ThrottleUnavailableError('Failures cannot be counted', { cause })
}

const secondsUntilFree = (spent: RateLimiterRes): number => Math.max(1, Math.ceil(spent.msBeforeNext / 1_000))
