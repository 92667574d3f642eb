import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import { countedInTime, createRateCounter, type Counted, type RateCounter } from '@pas/runtime/rate-counter'
import type { Response } from 'express'
import type { Redis } from 'ioredis'
import type { AccountLimits, LimitsOfAccount } from './account-limits'

/**
 * The keys are the policies' names in the headers `RateLimit` and `RateLimit-Policy`. `unit` is the quota unit, by
 * default `requests` (draft-ietf-httpapi-ratelimit-headers-11 §3.1.2).
 */
const rateLimitPolicies = {
  emails: { windowSeconds: 60 },
  /** Captures asked for with the account's credential. */
  captures: { windowSeconds: 3_600 },
  /** Pictures without a change, which show what it does. */
  'effect-pictures': { windowSeconds: 3_600 },
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

type CountedPolicy = Exclude<keyof typeof rateLimitPolicies, 'captures-waiting' | 'bytes-in-flight'>

export interface RateLimitState {
  policy: keyof typeof rateLimitPolicies
  limit: number
  /** May exceed the limit, because refused requests count too. */
  used: number
  resetAt: Date
}

/** Null while Redis cannot be reached in time: nothing is then limited (docs/contract.md §4.19). Never rejects. */
export interface AccountRate {
  /** A negative `count` takes back. */
  spend(accountId: number, count?: number): Promise<RateLimitState | null>
  read(accountId: number): Promise<RateLimitState | null>
}

/** The rates of docs/contract.md §4.19, counted in Redis for all processes together. */
export interface AccountRates {
  emails: AccountRate
  captures: AccountRate
  effectPictures: AccountRate
  bytes: AccountRate
  changes: AccountRate
  checks: AccountRate
  capturesWithoutCredential: AccountRate
  /** Those of `capturesWithoutCredential` from one address (`addressKey`). */
  capturesOfAddress(address: string): AccountRate
}

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
  const createCounter = (policy: CountedPolicy): RateCounter =>
    createRateCounter(redisConnection, {
      keyPrefix: `${prefix}:rate:${policy}`,
      windowSeconds: rateLimitPolicies[policy].windowSeconds,
    })
  const createRate = (
    policy: CountedPolicy,
    limitOf: (limits: AccountLimits) => number,
    counter = createCounter(policy),
    keyOf: (accountId: number) => string = String,
  ): AccountRate => {
    const stateOf = async (accountId: number, counting: Promise<Counted>): Promise<RateLimitState | null> => {
      const [counted, limits] = await Promise.all([countedInTime(counting), limitsOfAccount(accountId)])
      return (
        counted && {
          policy,
          limit: limitOf(limits),
          used: counted.count,
          resetAt: new Date(clock.now().getTime() + counted.msLeft),
        }
      )
    }
    return {
      spend: (accountId, count = 1) => stateOf(accountId, counter.add(keyOf(accountId), count)),
      read: (accountId) => stateOf(accountId, counter.read(keyOf(accountId))),
    }
  }
  const perHour = ({ capturesPerHour }: AccountLimits): number => capturesPerHour
  const addressCounter = createCounter('captures-of-address')
  return {
    emails: createRate('emails', ({ emailsPerMinute }) => emailsPerMinute),
    captures: createRate('captures', perHour),
    effectPictures: createRate('effect-pictures', ({ effectPicturesPerHour }) => effectPicturesPerHour),
    capturesWithoutCredential: createRate('captures-without-credential', perHour),
    capturesOfAddress: (address) =>
      createRate(
        'captures-of-address',
        perHourOfAddress,
        addressCounter,
        (accountId) => `${accountId}:${address}`,
      ),
    bytes: createRate('bytes', ({ emailBytesPerHour }) => emailBytesPerHour),
    changes: createRate('changes', ({ changesPerMinute }) => changesPerMinute),
    checks: createRate('checks', ({ checksPerMinute }) => checksPerMinute),
  }
}

/** A quarter, so that one address does not exclude the others. */
const perHourOfAddress = ({ capturesPerHour }: AccountLimits): number =>
  Math.max(1, Math.floor(capturesPerHour / 4))

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

/** `exhausted` begins the text and says which limit. */
export function tooManyRequests(exhausted: string, rate: RateLimitState, now: Date): ApiError {
  const waitSeconds = Math.max(1, secondsUntil(rate.resetAt, now))
  return new ApiError('too_many_requests', `${exhausted}; try again in ${waitSeconds} seconds.`, {
    headers: { 'Retry-After': String(waitSeconds), ...rateLimitHeaders(rate, now) },
  })
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

const secondsUntil = (at: Date, now: Date): number =>
  Math.max(0, Math.ceil((at.getTime() - now.getTime()) / 1000))
