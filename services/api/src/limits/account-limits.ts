import { ApiError } from '@pas/runtime/errors'

/** What one account may have; each is a variable of the same name. */
export interface AccountLimits {
  emailsPerMinute: number
  capturesPerHour: number
  /**
   * Previews for one engine that the owner asked for and that are neither captured nor failed yet. Callers without a credential may have
   * half as many beside them.
   */
  capturesWaiting: number
}

/** Where an account stands with one of its limits. */
export interface RateLimitState {
  limit: number
  /** May be more than the limit: refused requests count, too. */
  used: number
  /** When more can be had. */
  resetAt: Date
}

/** docs/contract.md §4: the headers that tell a caller where the account stands; the reset in Unix seconds. */
export function rateLimitHeaders({ limit, used, resetAt }: RateLimitState): Record<string, string> {
  return {
    'X-RateLimit-Limit': String(limit),
    'X-RateLimit-Remaining': String(Math.max(0, limit - used)),
    'X-RateLimit-Reset': String(Math.ceil(resetAt.getTime() / 1000)),
  }
}

/** A 429 with `Retry-After`. `exhausted` says what there are too many of. */
export function tooManyRequests(exhausted: string, standing: RateLimitState, now: Date): ApiError {
  const waitSeconds = Math.max(1, Math.ceil((standing.resetAt.getTime() - now.getTime()) / 1000))
  return new ApiError('too_many_requests', `${exhausted}; try again in ${waitSeconds} seconds.`, {
    headers: { 'Retry-After': String(waitSeconds), ...rateLimitHeaders(standing) },
  })
}
