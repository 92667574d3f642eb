import { ApiError } from '@pas/runtime/errors'
import type { ApiConfig } from '../config'

/** The limits of one account. */
export type AccountLimits = ApiConfig['limits']

/** The rate limit state: an account's use of one of its limits. */
export interface RateLimitState {
  limit: number
  /** May exceed the limit, because refused requests count too. */
  used: number
  /** When the account may have more. */
  resetAt: Date
}

/** The `X-RateLimit-*` headers of docs/contract.md §4; the reset in Unix seconds. */
export function rateLimitHeaders({ limit, used, resetAt }: RateLimitState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
  }
}

/**
 * A 429 with `Retry-After` and the rate limit headers. `exhausted` is the first part of the public text and says which
 * limit is used up.
 */
export function tooManyRequests(exhausted: string, rate: RateLimitState, now: Date): ApiError {
  const waitSeconds = Math.max(1, Math.ceil((rate.resetAt.getTime() - now.getTime()) / 1000))
  return new ApiError('too_many_requests', `${exhausted}; try again in ${waitSeconds} seconds.`, {
    headers: { 'Retry-After': String(waitSeconds), ...rateLimitHeaders(rate) },
  })
}
