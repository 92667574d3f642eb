import { findAccountLimits } from '@pas/accounts/account-limits'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { countedInTime, createRateCounter, type Counted } from '@pas/runtime/rate-counter'
import type { Response } from 'express'
import type { Redis } from 'ioredis'
import type { ApiConfig } from '../config'

export type AccountLimits = ApiConfig['limits']

/** The account's own limits, else the installation's. Never rejects. */
export type LimitsOfAccount = (accountId: number) => Promise<AccountLimits>

/** A change by `pas account limits` applies within this time. */
const maxAgeMs = 10_000
const maxAccounts = 10_000

/** One query in `maxAgeMs`. While limits cannot be read, the installation's apply. */
export function createLimitsOfAccount({
  db,
  clock,
  limits,
}: {
  db: Database
  clock: Clock
  limits: AccountLimits
}): LimitsOfAccount {
  const known = new Map<number, { readAt: number; limits: Promise<AccountLimits> }>()

  const read = async (accountId: number): Promise<AccountLimits> => {
    const own = await findAccountLimits({ db }, accountId)
    return {
      emailsPerMinute: own.emailsPerMinute ?? limits.emailsPerMinute,
      capturesPerHour: own.capturesPerHour ?? limits.capturesPerHour,
      capturesWaiting: own.capturesWaiting ?? limits.capturesWaiting,
      emailBytesPerHour: own.emailBytesPerHour ?? limits.emailBytesPerHour,
      changesPerMinute: limits.changesPerMinute,
      checksPerMinute: own.checksPerMinute ?? limits.checksPerMinute,
    }
  }

  return (accountId) => {
    const now = clock.now().getTime()
    const remembered = known.get(accountId)
    if (remembered && now - remembered.readAt < maxAgeMs) return remembered.limits
    if (known.size >= maxAccounts) known.clear()
    const reading = read(accountId).catch(() => {
      known.delete(accountId)
      return limits
    })
    known.set(accountId, { readAt: now, limits: reading })
    return reading
  }
}

/**
 * Names of the fields `RateLimit` and `RateLimit-Policy`. `unit`, by default `requests`:
 * draft-ietf-httpapi-ratelimit-headers-11 §3.1.2.
 */
const rateLimitPolicies = {
  emails: { windowSeconds: 60 },
  /** Captures asked for with the account's credential. */
  captures: { windowSeconds: 3_600 },
  bytes: { windowSeconds: 3_600, unit: 'content-bytes' },
  changes: { windowSeconds: 60 },
  checks: { windowSeconds: 60 },
  'captures-without-credential': { windowSeconds: 3_600 },
  /** Captures asked for from one address without a credential. */
  'captures-of-address': { windowSeconds: 3_600 },
  /** Captures waiting for one engine. */
  'captures-waiting': { unit: 'concurrent-requests' },
  /** Bytes of bodies at a time. */
  'bytes-in-flight': { unit: 'content-bytes' },
} as const satisfies Record<
  string,
  { windowSeconds?: number; unit?: 'content-bytes' | 'concurrent-requests' }
>

export interface RateLimitState {
  policy: keyof typeof rateLimitPolicies
  limit: number
  /** May exceed the limit, because refused requests count too. */
  used: number
  resetAt: Date
}

/**
 * Both resolve to null, so that nothing is limited, while Redis cannot be reached in time (docs/contract.md §4.19).
 * They never reject.
 */
export interface AccountRate {
  /** May exceed the limit; a negative `count` takes back. */
  spend(accountId: number, count?: number): Promise<RateLimitState | null>
  read(accountId: number): Promise<RateLimitState | null>
}

/** The rates of docs/contract.md §4.19, counted in Redis for all processes together. */
export interface AccountRates {
  emails: AccountRate
  captures: AccountRate
  bytes: AccountRate
  changes: AccountRate
  checks: AccountRate
  capturesWithoutCredential: AccountRate
  /** The part of these from one address (`addressKey`). */
  capturesOfAddress(address: string): AccountRate
}

/** A quarter, so that one address does not exclude the others. */
const ofAddress = ({ capturesPerHour }: AccountLimits): number => Math.max(1, Math.floor(capturesPerHour / 4))

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
  const rateOf = (
    policy:
      | 'emails'
      | 'bytes'
      | 'captures'
      | 'captures-without-credential'
      | 'captures-of-address'
      | 'changes'
      | 'checks',
    limitOf: (limits: AccountLimits) => number,
  ): ((address?: string) => AccountRate) => {
    const { windowSeconds } = rateLimitPolicies[policy]
    const counter = createRateCounter(redisConnection, {
      keyPrefix: `${prefix}:rate:${policy}`,
      windowSeconds,
    })
    const stateOf = async (accountId: number, counting: Promise<Counted>): Promise<RateLimitState | null> => {
      const inTime = countedInTime(counting)
      const limits = await limitsOfAccount(accountId)
      const counted = await inTime
      return (
        counted && {
          policy,
          limit: limitOf(limits),
          used: counted.count,
          resetAt: new Date(clock.now().getTime() + counted.msLeft),
        }
      )
    }
    return (address) => {
      const keyOf = (accountId: number): string =>
        address === undefined ? String(accountId) : `${accountId}:${address}`
      return {
        spend: (accountId, count = 1) => stateOf(accountId, counter.add(keyOf(accountId), count)),
        read: (accountId) => stateOf(accountId, counter.read(keyOf(accountId))),
      }
    }
  }
  const perHour = ({ capturesPerHour }: AccountLimits): number => capturesPerHour
  return {
    emails: rateOf('emails', ({ emailsPerMinute }) => emailsPerMinute)(),
    captures: rateOf('captures', perHour)(),
    capturesWithoutCredential: rateOf('captures-without-credential', perHour)(),
    capturesOfAddress: rateOf('captures-of-address', ofAddress),
    bytes: rateOf('bytes', ({ emailBytesPerHour }) => emailBytesPerHour)(),
    changes: rateOf('changes', ({ changesPerMinute }) => changesPerMinute)(),
    checks: rateOf('checks', ({ checksPerMinute }) => checksPerMinute)(),
  }
}

function rateLimitHeaders(
  { policy, limit, used, resetAt }: RateLimitState,
  now: Date,
): Record<string, string> {
  const { windowSeconds, unit }: { windowSeconds?: number; unit?: string } = rateLimitPolicies[policy]
  const remaining = Math.max(0, limit - used)
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(remaining),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
    'RateLimit-Policy':
      `"${policy}";q=${limit}` +
      (unit === undefined ? '' : `;qu="${unit}"`) +
      (windowSeconds === undefined ? '' : `;w=${windowSeconds}`),
    RateLimit: `"${policy}";r=${remaining};t=${secondsUntil(resetAt, now)}`,
  }
}

/** `exhausted` begins the text and says which limit. */
export function tooManyRequests(exhausted: string, rate: RateLimitState, now: Date): ApiError {
  const waitSeconds = Math.max(1, secondsUntil(rate.resetAt, now))
  return new ApiError('too_many_requests', `${exhausted}; try again in ${waitSeconds} seconds.`, {
    headers: { 'Retry-After': String(waitSeconds), ...rateLimitHeaders(rate, now) },
  })
}

/** Throws a 429 above the limit. `allowed` completes "This account may …". */
export function applyRate(
  res: Response,
  rate: RateLimitState | null,
  { now, allowed }: { now: Date; allowed: (limit: number) => string },
): void {
  if (!rate) return
  for (const [name, value] of Object.entries(rateLimitHeaders(rate, now))) res.setHeader(name, value)
  if (rate.used > rate.limit)
    throw tooManyRequests(`This account may ${allowed(rate.limit)} and has done so`, rate, now)
}

const secondsUntil = (at: Date, now: Date): number =>
  Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000))
