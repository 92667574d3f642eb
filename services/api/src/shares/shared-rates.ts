import { withinTimeout } from '@pas/runtime/within-timeout'
import type { Redis } from 'ioredis'
import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'

/** Counted in Redis for all processes; while Redis is away, by each process. */
export interface SharedRates {
  /** Seconds to wait when the address has used its 60 a minute, else null. */
  spend(addressKey: string): Promise<number | null>
  isView(shareId: string, addressKey: string): Promise<boolean>
  /** 10 a minute, so that many addresses cannot fill the audit trail. False when Redis is late. */
  isRecorded(shareId: string): Promise<boolean>
}

const requestsPerMinute = 60
const viewSeconds = 15 * 60
const recordedPerMinute = 10
const redisTimeoutMs = 250

export function createSharedRates({
  redisConnection,
  prefix,
}: {
  redisConnection: Redis
  prefix: string
}): SharedRates {
  const limiter = (name: string, duration: number): RateLimiterRedis => {
    const counted = { keyPrefix: `${prefix}:rate:${name}`, points: requestsPerMinute, duration }
    return new RateLimiterRedis({
      ...counted,
      storeClient: redisConnection,
      rejectIfRedisNotReady: true,
      insuranceLimiter: new RateLimiterMemory(counted),
    })
  }
  const requests = limiter('shared', 60)
  const views = limiter('share-views', viewSeconds)
  const recorded = limiter('share-audits', 60)
  const count = (counting: ReturnType<RateLimiterRedis['penalty']>) =>
    withinTimeout(counting, redisTimeoutMs, () => null)
  return {
    spend: async (addressKey) => {
      const counted = await count(requests.penalty(addressKey))
      return counted && counted.consumedPoints > requestsPerMinute
        ? Math.max(1, Math.ceil(counted.msBeforeNext / 1000))
        : null
    },
    isView: async (shareId, addressKey) =>
      (await count(views.penalty(`${shareId} ${addressKey}`)))?.consumedPoints === 1,
    isRecorded: async (shareId) => {
      const counted = await count(recorded.penalty(shareId))
      return counted !== null && counted.consumedPoints <= recordedPerMinute
    },
  }
}
