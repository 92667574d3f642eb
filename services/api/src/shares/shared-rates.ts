import { countedInTime, createRateCounter, type RateCounter } from '@pas/runtime/rate-counter'
import type { Redis } from 'ioredis'

/** Counted in Redis for all processes; while Redis is away, by each process. */
export interface SharedRates {
  /** Seconds to wait when the address has used its 60 a minute, else null. */
  spend(addressKey: string): Promise<number | null>
  /** Once for each address in 15 minutes. */
  isView(shareId: string, addressKey: string): Promise<boolean>
  /** 10 a minute, so that many addresses cannot fill the audit trail. False when Redis is late. */
  mayRecord(shareId: string): Promise<boolean>
}

const requestsPerMinute = 60
const viewSeconds = 15 * 60
const recordedPerMinute = 10

export function createSharedRates({
  redisConnection,
  prefix,
}: {
  redisConnection: Redis
  prefix: string
}): SharedRates {
  const createCounter = (name: string, windowSeconds: number): RateCounter =>
    createRateCounter(redisConnection, {
      keyPrefix: `${prefix}:rate:${name}`,
      windowSeconds,
      countsAlone: true,
    })
  const requests = createCounter('shared', 60)
  const views = createCounter('share-views', viewSeconds)
  const recorded = createCounter('share-audits', 60)
  return {
    spend: async (addressKey) => {
      const counted = await countedInTime(requests.add(addressKey))
      return counted && counted.count > requestsPerMinute
        ? Math.max(1, Math.ceil(counted.msLeft / 1000))
        : null
    },
    isView: async (shareId, addressKey) =>
      (await countedInTime(views.add(`${shareId} ${addressKey}`)))?.count === 1,
    mayRecord: async (shareId) => {
      const counted = await countedInTime(recorded.add(shareId))
      return counted !== null && counted.count <= recordedPerMinute
    },
  }
}
