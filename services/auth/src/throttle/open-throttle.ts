import type { Logger } from '@pas/runtime/logger'
import { openRedis, untilNotRefused } from '@pas/runtime/open-redis'
import { type Counted, createRateCounter, type RateCounter } from '@pas/runtime/rate-counter'

export class ThrottleUnavailableError extends Error {
  override name = 'ThrottleUnavailableError'
}

interface Spent {
  /** Null when a failure was left. */
  waitSeconds: number | null
  isLast: boolean
}

/** How often each key may fail in a period. Promises reject with `ThrottleUnavailableError` while Redis is away. */
export interface FailureBudget {
  /** Spend before an attempt that may guess, and give back after it: parallel guesses would pass the limit. */
  spend(key: string): Promise<Spent>
  giveBack(key: string): Promise<void>
  reset(key: string): Promise<void>
  /**
   * Returns the seconds to wait. Does not ask Redis: a process that has not seen the last failure learns of it with the
   * next.
   */
  exhausted(key: string): number | null
}

/**
 * docs/contract.md §4.19. Redis evicts nothing, so strangers must not make up keys: a key is an IP address, an existing
 * user or application. A made-up e-mail address costs one of the few failures of its IP address.
 */
export interface Throttle {
  /** By e-mail address and place: an IP address, or a known device. */
  signInPerAccount: FailureBudget
  /** Does not count those of known devices. */
  signInPerAddress: FailureBudget
  /** For an e-mail address from everywhere, without those of known devices. */
  signInPerDay: FailureBudget
  /** Counts links to a new password; per hour. */
  resetPerAccount: FailureBudget
  /** Limited per hour. */
  resetPerAddress: FailureBudget
  /** By application and address. With none left, all its requests from there are refused. */
  invalidClientPerApplication: FailureBudget
  /**
   * `invalid_client`, refused settings links and answers of the OpenID provider, by IP address. With none left,
   * failures get 429 and no audit row.
   */
  refusalsPerAddress: FailureBudget
  /** Counts wrong codes and passwords after the right password, by user and place (`spendProof`). */
  proofs: FailureBudget
  proofsPerDay: FailureBudget
  /** By application and user: each pair writes to the audit trail. */
  tokensPerUser: FailureBudget
  /** By the user who signed in: each may write to the audit trail. */
  formsPerUser: FailureBudget
  /** Rejects when Redis refuses our password, but not when it is away. */
  untilNotRefused(): Promise<void>
  close(): void
}

const quarterHourSeconds = 15 * 60
const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds

const resetsPerAccount = 3
/** Offices share an IP address. */
const resetsPerAddress = 20

/** A person sends fewer in 15 minutes. */
const formsPerUser = 150
/** An application needs one pair in two hours. */
const tokensPerUser = 150

export function openThrottle(
  {
    url,
    prefix,
    limits,
  }: {
    url: string
    prefix: string
    limits: {
      signInFailuresPerAccount: number
      signInFailuresPerAddress: number
      signInFailuresPerDay: number
      tokenFailures: number
    }
  },
  logger: Logger,
): Throttle {
  const redisConnection = openRedis(url, logger)
  const budget = (name: string, points: number, duration?: number): FailureBudget =>
    limit(`failures:${name}`, points, duration)
  const limit = (name: string, points: number, duration = quarterHourSeconds): FailureBudget =>
    failureBudget(
      createRateCounter(redisConnection, { keyPrefix: `${prefix}:${name}`, windowSeconds: duration }),
      points,
    )
  return {
    signInPerAccount: budget('sign-in-account', limits.signInFailuresPerAccount),
    signInPerAddress: budget('sign-in-address', limits.signInFailuresPerAddress),
    signInPerDay: budget('sign-in-day', limits.signInFailuresPerDay, daySeconds),
    resetPerAccount: budget('reset-account', resetsPerAccount, hourSeconds),
    resetPerAddress: budget('reset-address', resetsPerAddress, hourSeconds),
    invalidClientPerApplication: budget('invalid-client', limits.tokenFailures),
    // The same number, so that an unknown application gets the same answers as a wrong secret.
    refusalsPerAddress: budget('refusals', limits.tokenFailures),
    proofs: budget('proofs', limits.signInFailuresPerAccount),
    proofsPerDay: budget('proofs-day', limits.signInFailuresPerDay, daySeconds),
    tokensPerUser: limit('tokens', tokensPerUser),
    formsPerUser: limit('forms', formsPerUser),
    untilNotRefused: () => untilNotRefused(redisConnection),
    close: () => {
      redisConnection.disconnect()
    },
  }
}

/** Keys that a process remembers. Beyond it, all are forgotten and learned from Redis again. */
const maxRemembered = 10_000

function failureBudget(counter: RateCounter, points: number): FailureBudget {
  const exhaustedUntil = new Map<string, number>()
  const remember = (key: string, { msLeft }: Counted): void => {
    if (exhaustedUntil.size >= maxRemembered) exhaustedUntil.clear()
    exhaustedUntil.set(key, performance.now() + msLeft)
  }
  return {
    spend: async (key) => {
      const counted = await counter.add(key).catch(unavailable)
      if (counted.count >= points) remember(key, counted)
      const waitSeconds = counted.count > points ? secondsOf(counted.msLeft) : null
      return { waitSeconds, isLast: counted.count === points }
    },
    giveBack: async (key) => {
      exhaustedUntil.delete(key)
      await counter.add(key, -1).catch(unavailable)
    },
    reset: async (key) => {
      exhaustedUntil.delete(key)
      await counter.remove(key).catch(unavailable)
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
