import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis, type RateLimiterRes } from 'rate-limiter-flexible'
import { withinTimeout } from './within-timeout'

export interface Counted {
  count: number
  /** Time until the key's window ends, and its count with it. */
  msLeft: number
}

/** Counts by key in Redis, by its clock, for all processes together. Rejects while Redis is away. */
export interface RateCounter {
  /** A negative number takes back what was added. */
  add(key: string, count?: number): Promise<Counted>
  read(key: string): Promise<Counted>
  remove(key: string): Promise<unknown>
}

/** With `countsAlone` each process counts for itself while Redis is away. */
export function createRateCounter(
  redisConnection: Redis,
  {
    keyPrefix,
    windowSeconds,
    countsAlone = false,
  }: { keyPrefix: string; windowSeconds: number; countsAlone?: boolean },
): RateCounter {
  const options = { keyPrefix, duration: windowSeconds, points: Number.MAX_SAFE_INTEGER }
  const limiter = new RateLimiterRedis({
    ...options,
    storeClient: redisConnection,
    rejectIfRedisNotReady: true,
    ...(countsAlone && { insuranceLimiter: new RateLimiterMemory(options) }),
  })
  const countedOf = (state: RateLimiterRes | null): Counted => ({
    count: state?.consumedPoints ?? 0,
    msLeft: state?.msBeforeNext ?? windowSeconds * 1_000,
  })
  return {
    add: async (key, count) => countedOf(await limiter.penalty(key, count)),
    read: async (key) => countedOf(await limiter.get(key)),
    remove: (key) => limiter.delete(key),
  }
}

/** How long a request waits for Redis. */
const redisTimeoutMs = 250

/** Null when Redis is away or late; the connection logs its errors. Never rejects. */
export const countedInTime = (counting: Promise<Counted>): Promise<Counted | null> =>
  withinTimeout(
    counting.catch(() => null),
    redisTimeoutMs,
    () => null,
  )
