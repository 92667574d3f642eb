import { ApiError } from '@pas/runtime/errors'
import type { Response } from 'express'
import type { ApiConfig } from '../config'

export type AccountLimits = ApiConfig['limits']

/**
 * What a limit counts, by its name in the fields `RateLimit` and `RateLimit-Policy`. `unit` is `requests` when it is
 * left out; the draft knows no others than these three (draft-ietf-httpapi-ratelimit-headers-11 §3.1.2).
 */
export const rateLimitPolicies = {
  emails: { windowSeconds: 60 },
  /** Of the owner: with a credential of the account. */
  captures: { windowSeconds: 3_600 },
  /** Bytes of emails that were stored. */
  bytes: { windowSeconds: 3_600, unit: 'content-bytes' },
  /** Requests that change share links, webhooks or the names of emails. */
  changes: { windowSeconds: 60 },
  /** Requests for checks of emails. */
  checks: { windowSeconds: 60 },
  /** Of all callers without a credential. */
  'captures-without-credential': { windowSeconds: 3_600 },
  /** Of callers without a credential from one address. */
  'captures-of-address': { windowSeconds: 3_600 },
  /** Waiting at a time for one engine. */
  'captures-waiting': { unit: 'concurrent-requests' },
  /** Bytes of bodies at a time. */
  'bytes-in-flight': { unit: 'content-bytes' },
} as const satisfies Record<
  string,
  { windowSeconds?: number; unit?: 'content-bytes' | 'concurrent-requests' }
>

/** The rate limit state: how much of one of an account's limits is used. */
export interface RateLimitState {
  policy: keyof typeof rateLimitPolicies
  limit: number
  /** May exceed the limit, because refused requests count too. */
  used: number
  /** When there is more. */
  resetAt: Date
}

/**
 * The headers with the rate limit state (docs/contract.md §4.19): `X-RateLimit-*`, with the reset in Unix seconds, and
 * the structured fields of draft-ietf-httpapi-ratelimit-headers-11, with the seconds until the reset, which is never
 * after what a `Retry-After` says (§6).
 */
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

/** A 429 with `Retry-After` and the rate limit headers. `exhausted`, the text's first part, says which limit. */
export function tooManyRequests(exhausted: string, rate: RateLimitState, now: Date): ApiError {
  const waitSeconds = Math.max(1, secondsUntil(rate.resetAt, now))
  return new ApiError('too_many_requests', `${exhausted}; try again in ${waitSeconds} seconds.`, {
    headers: { 'Retry-After': String(waitSeconds), ...rateLimitHeaders(rate, now) },
  })
}

/**
 * Sets the rate limit headers of an answer, and throws a 429 when the limit is exceeded; does nothing while the state is
 * not known. `allowed` says what the account may do, such as `post 600 emails a minute`.
 */
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
