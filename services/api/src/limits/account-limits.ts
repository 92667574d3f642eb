import { ApiError } from '@pas/runtime/errors'
import type { Response } from 'express'
import type { ApiConfig } from '../config'

export type AccountLimits = ApiConfig['limits']

/**
 * Names of the fields `RateLimit` and `RateLimit-Policy`. `unit`, by default `requests`:
 * draft-ietf-httpapi-ratelimit-headers-11 §3.1.2.
 */
export const rateLimitPolicies = {
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
