import { countedInTime, createRateCounter, type RateCounter } from '@pas/runtime/rate-counter'
import type { Redis } from 'ioredis'

/**
 * Counts requests to open share links, which need no credentials, and their views. All processes count together in
 * Redis; while Redis is away, each process counts for itself.
 */
export interface SharedRates {
  /** Counts a request; resolves to the seconds to wait when the address used its 60 a minute, else to null. */
  spend(addressKey: string): Promise<number | null>
  /** Whether this is the address's first request for the share in 15 minutes. False when Redis is late. */
  isView(shareId: string, addressKey: string): Promise<boolean>
  /**
   * Whether a view of the share gets an audit row: 10 a minute do, so that a stranger with many addresses cannot fill
   * the trail. False when Redis does not answer in time.
   */
  isRecorded(shareId: string): Promise<boolean>
}

const requestsPerMinute = 60
const viewSeconds = 15 * 60
const recordedPerMinute = 10

/** Makes the rates, with keys below `prefix`. */
export function createSharedRates({
  redisConnection,
  prefix,
}: {
  redisConnection: Redis
  prefix: string
}): SharedRates {
  const counter = (name: string, windowSeconds: number): RateCounter =>
    createRateCounter(redisConnection, {
      keyPrefix: `${prefix}:rate:${name}`,
      windowSeconds,
      countsAlone: true,
    })
  const requests = counter('shared', 60)
  const views = counter('share-views', viewSeconds)
  const recorded = counter('share-audits', 60)
  return {
    spend: async (addressKey) => {
      const counted = await countedInTime(requests.add(addressKey))
      return counted && counted.count > requestsPerMinute
        ? Math.max(1, Math.ceil(counted.msLeft / 1000))
        : null
    },
    isView: async (shareId, addressKey) =>
      (await countedInTime(views.add(`${shareId} ${addressKey}`)))?.count === 1,
    isRecorded: async (shareId) => {
      const counted = await countedInTime(recorded.add(shareId))
      return counted !== null && counted.count <= recordedPerMinute
    },
  }
}
