import type { Logger } from '@pas/runtime/logger'
import { openRedis, untilNotRefused } from '@pas/runtime/open-redis'
import { type Counted, createRateCounter, type RateCounter } from '@pas/runtime/rate-counter'

/** Failures cannot be counted because Redis is away. */
export class ThrottleUnavailableError extends Error {
  override name = 'ThrottleUnavailableError'
}

interface Spent {
  /** Seconds to wait when none was left; null when it was spent. */
  waitSeconds: number | null
  isLast: boolean
}

/**
 * A number of failures that each key may have in a period: 15 minutes, an hour or a day. Promises reject with
 * `ThrottleUnavailableError` while Redis is away.
 */
export interface FailureBudget {
  /** Spend before an attempt that may guess, and give back after it: parallel guesses would pass the limit. */
  spend(key: string): Promise<Spent>
  /** Gives one failure back, because the attempt succeeded or was not made. */
  giveBack(key: string): Promise<void>
  /** Gives all failures of the key back, because an attempt succeeded. */
  reset(key: string): Promise<void>
  /**
   * Seconds to wait when this process has seen the key's last failure spent, else null. Does not ask Redis, so that it
   * costs requests nothing; a process that has not seen it learns of it with the key's next failure.
   */
  exhausted(key: string): number | null
}

/**
 * The limits on failures of docs/contract.md §4.19. The rate limit state is in Redis, and expires by its clock, so that
 * all processes share it. Redis evicts nothing, so strangers must not be able to make up keys: a key is an IP address,
 * an existing user or an existing application. At the sign-in the key of an e-mail address can be made up, but costs one
 * of the few failures of the IP address.
 */
export interface Throttle {
  /** Wrong passwords for an e-mail address from one place: an IP address, or a known device. */
  signInPerAccount: FailureBudget
  /** Wrong passwords from an IP address, without those of known devices. */
  signInPerAddress: FailureBudget
  /** Wrong passwords for an e-mail address from everywhere, without those of known devices; per day. */
  signInPerDay: FailureBudget
  /** Requests for a link to a new password, for an existing user; per hour. */
  resetPerAccount: FailureBudget
  /** Requests for a link to a new password, from an IP address; per hour. */
  resetPerAddress: FailureBudget
  /** `invalid_client` of an application, per address. With none left, all its requests from there are refused. */
  invalidClientPerApplication: FailureBudget
  /**
   * `invalid_client`, refused settings links and refused answers of the OpenID provider, per IP address. With none
   * left, failures get 429 and no audit row.
   */
  refusalsPerAddress: FailureBudget
  /** Wrong codes and passwords of a user who is signed in, or whose password was right, from one place (`spendProof`). */
  proofs: FailureBudget
  /** The same, per day. */
  proofsPerDay: FailureBudget
  /** Pairs of tokens that an application gets for a user: each writes to the audit trail. */
  tokensPerUser: FailureBudget
  /** Forms that a signed-in user sends, by the user who signed in: each may write to the audit trail. */
  formsPerUser: FailureBudget
  /** For the start of the service: rejects when Redis refuses our password, but not when it is away. */
  untilNotRefused(): Promise<void>
  close(): void
}

const quarterHourSeconds = 15 * 60
const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds

/** Mails that one e-mail address gets in an hour, whoever asks for them. */
const resetsPerAccount = 3
/** Requests for a link from one IP address in an hour; more than for one e-mail address, because offices share one. */
const resetsPerAddress = 20

/** Forms that a signed-in user may send in 15 minutes: more than a person does. */
const formsPerUser = 150
/** Pairs of tokens for an application and user in 15 minutes: an application needs one in two hours. */
const tokensPerUser = 150

/** Connects to Redis and makes the limits, with the configured numbers of failures. */
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

/** Exhausted keys that a process remembers. Beyond it, all are forgotten and learned from Redis again. */
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
