import type { Logger } from '@pas/runtime/logger'
import { openRedis, untilNotRefused } from '@pas/runtime/open-redis'
import { type Counted, createRateCounter, type RateCounter } from '@pas/runtime/rate-counter'

export class ThrottleUnavailableError extends Error {
  override name = 'ThrottleUnavailableError'
}

interface Spent {
  /** Null within the limit. */
  waitSeconds: number | null
  /** Whether it was the last one within the limit. */
  isLast: boolean
}

/** How often each key may fail in a period. Promises reject with `ThrottleUnavailableError` while Redis is away. */
export interface FailureBudget {
  /** Spend before an attempt that may guess, and give back when it was right, so that parallel guesses are limited. */
  spend(key: string): Promise<Spent>
  giveBack(key: string): Promise<void>
  reset(key: string): Promise<void>
  /**
   * Null when a failure is left. Does not ask Redis: a process that has not seen the last failure learns of it with the
   * next.
   */
  waitSecondsOf(key: string): number | null
}

/**
 * docs/contract.md §4.19. Redis evicts nothing, so strangers must not make up keys: a key is an IP address, an existing
 * user or application. A made-up e-mail address costs one of the few failures of its IP address.
 */
export interface Throttle {
  /** By e-mail address and place: an IP address, or a known device. */
  signInPerAccount: FailureBudget
  /** By IP address, without attempts from known devices. */
  signInPerAddress: FailureBudget
  /** By e-mail address, without attempts from known devices. */
  signInPerDay: FailureBudget
  /** Links to a new password in an hour, by user. */
  resetPerAccount: FailureBudget
  /** Links to a new password in an hour, by IP address. */
  resetPerAddress: FailureBudget
  /** By application and IP address. With none left, all the application's requests from there are refused. */
  invalidClientPerApplication: FailureBudget
  /**
   * `invalid_client`, refused settings links and answers of the OpenID provider, by IP address. With none left,
   * failures get 429 and no audit row.
   */
  refusalsPerAddress: FailureBudget
  /** Counts wrong codes and passwords after the right password, by user and place (`spendProof`). */
  proofs: FailureBudget
  proofsPerDay: FailureBudget
  /** By account, in a day: each may send a mail to a stranger. */
  invitationsPerAccount: FailureBudget
  /** By the user who signed in: each may write to the audit trail. */
  formsPerUser: FailureBudget
  /** Rejects when Redis refuses our password, but not when it is away. */
  untilNotRefused(): Promise<void>
  close(): void
}

const quarterHourSeconds = 15 * 60
const hourSeconds = 60 * 60
const daySeconds = 24 * hourSeconds

const maxResetsPerAccount = 3
/** Offices share an IP address. */
const maxResetsPerAddress = 20

const maxInvitationsPerAccount = 20

/** A person sends fewer in 15 minutes. */
const maxFormsPerUser = 150

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
  const openBudget = (name: string, limit: number, windowSeconds = quarterHourSeconds): FailureBudget =>
    createFailureBudget(
      createRateCounter(redisConnection, { keyPrefix: `${prefix}:${name}`, windowSeconds }),
      limit,
    )
  return {
    signInPerAccount: openBudget('failures:sign-in-account', limits.signInFailuresPerAccount),
    signInPerAddress: openBudget('failures:sign-in-address', limits.signInFailuresPerAddress),
    signInPerDay: openBudget('failures:sign-in-day', limits.signInFailuresPerDay, daySeconds),
    resetPerAccount: openBudget('failures:reset-account', maxResetsPerAccount, hourSeconds),
    resetPerAddress: openBudget('failures:reset-address', maxResetsPerAddress, hourSeconds),
    invalidClientPerApplication: openBudget('failures:invalid-client', limits.tokenFailures),
    // The same number, so that an unknown application gets the same answers as a wrong secret.
    refusalsPerAddress: openBudget('failures:refusals', limits.tokenFailures),
    proofs: openBudget('failures:proofs', limits.signInFailuresPerAccount),
    proofsPerDay: openBudget('failures:proofs-day', limits.signInFailuresPerDay, daySeconds),
    invitationsPerAccount: openBudget('forms:invitations', maxInvitationsPerAccount, daySeconds),
    formsPerUser: openBudget('forms', maxFormsPerUser),
    untilNotRefused: () => untilNotRefused(redisConnection),
    close: () => {
      redisConnection.disconnect()
    },
  }
}

/** With more, all are forgotten and learned from Redis again. */
const maxRememberedKeys = 10_000

function createFailureBudget(counter: RateCounter, limit: number): FailureBudget {
  const exhaustedUntilMs = new Map<string, number>()
  const remember = (key: string, { msLeft }: Counted): void => {
    if (exhaustedUntilMs.size >= maxRememberedKeys) exhaustedUntilMs.clear()
    exhaustedUntilMs.set(key, performance.now() + msLeft)
  }
  return {
    spend: async (key) => {
      const counted = await counter.add(key).catch(unavailable)
      if (counted.count >= limit) remember(key, counted)
      const waitSeconds = counted.count > limit ? secondsOf(counted.msLeft) : null
      return { waitSeconds, isLast: counted.count === limit }
    },
    giveBack: async (key) => {
      exhaustedUntilMs.delete(key)
      await counter.add(key, -1).catch(unavailable)
    },
    reset: async (key) => {
      exhaustedUntilMs.delete(key)
      await counter.remove(key).catch(unavailable)
    },
    waitSecondsOf: (key) => {
      const leftMs = (exhaustedUntilMs.get(key) ?? 0) - performance.now()
      if (leftMs > 0) return secondsOf(leftMs)
      exhaustedUntilMs.delete(key)
      return null
    },
  }
}

function unavailable(cause: unknown): never {
  throw new ThrottleUnavailableError('Failures cannot be counted', { cause })
}

const secondsOf = (ms: number): number => Math.max(1, Math.ceil(ms / 1_000))
