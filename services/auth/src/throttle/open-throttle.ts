import type { Logger } from '@pas/runtime/logger'
import { openRedis, untilNotRefused } from '@pas/runtime/open-redis'
import { type RateLimiterAbstract, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible'

/** Redis is away, so that nothing can be counted. */
export class ThrottleUnavailableError extends Error {
  override name = 'ThrottleUnavailableError'
}

/** A budget of failures in 15 minutes, spent per key. Promises reject with `ThrottleUnavailableError` while Redis is away. */
export interface FailureBudget {
  /**
   * Spends one ahead of an attempt; resolves to the seconds to wait when none was left, else to null.
   * Spending first leaves no gap for guesses made at once.
   */
  spend(key: string): Promise<number | null>
  /** Gives one back: the attempt was good. */
  giveBack(key: string): Promise<void>
  /** Gives all of them back: the attempt proved who it was. */
  reset(key: string): Promise<void>
  /**
   * Seconds to wait when this process has seen the last one spent, else null. It asks nobody, so that what is not a failure costs nothing;
   * a process that has not seen it learns it with the next failure.
   */
  exhausted(key: string): number | null
}

/**
 * docs/contract.md §4's limits on failures. They are Redis's, by its clock, so that every process counts alike. Redis evicts nothing, so a key is
 * named after what strangers cannot make up: an address, or an application that exists. An e-mail address's key, which a stranger chooses,
 * costs one of the few failures of the address.
 */
export interface Throttle {
  signInPerAccount: FailureBudget
  signInPerAddress: FailureBudget
  /** `invalid_client` of an application that exists, per application and address: with none left all of it is refused there. */
  invalidClientPerApplication: FailureBudget
  /** `invalid_client` and refused settings links, per address: with none left a failure is answered with 429 and leaves nothing behind. */
  refusalsPerAddress: FailureBudget
  /** For a start: rejects when Redis is there and refuses our password. Redis may be away. */
  untilNotRefused(): Promise<void>
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
  const redisConnection = openRedis(url, logger)
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
    invalidClientPerApplication: budget('invalid-client', limits.tokenFailures),
    // The same number, so that the answers to an application that does not exist are those to a wrong secret.
    refusalsPerAddress: budget('refusals', limits.tokenFailures),
    untilNotRefused: () => untilNotRefused(redisConnection),
    close: () => {
      redisConnection.disconnect()
    },
  }
}

/** Of keys that are known to be exhausted; beyond it Redis is asked again. */
const maxRemembered = 10_000

function failureBudget(limiter: RateLimiterAbstract): FailureBudget {
  const exhaustedUntil = new Map<string, number>()
  const remember = (key: string, { msBeforeNext }: RateLimiterRes): void => {
    if (exhaustedUntil.size >= maxRemembered) exhaustedUntil.clear()
    exhaustedUntil.set(key, performance.now() + msBeforeNext)
  }
  return {
    spend: (key) =>
      limiter.consume(key).then(
        (spent) => {
          if (spent.remainingPoints === 0) remember(key, spent)
          return null
        },
        (error: unknown) => {
          if (!(error instanceof RateLimiterRes)) return unavailable(error)
          remember(key, error)
          return secondsOf(error.msBeforeNext)
        },
      ),
    giveBack: async (key) => {
      exhaustedUntil.delete(key)
      await limiter.reward(key).catch(unavailable)
    },
    reset: async (key) => {
      exhaustedUntil.delete(key)
      await limiter.delete(key).catch(unavailable)
    },
    exhausted: (key) => {
      const leftMs = (exhaustedUntil.get(key) ?? 0) - performance.now()
      if (leftMs > 0) return secondsOf(leftMs)
      exhaustedUntil.delete(key)
      return null
    },
  }
}

function unavailable(cause: unknown): never {
  throw new ThrottleUnavailableError('Failures cannot be counted', { cause })
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))
