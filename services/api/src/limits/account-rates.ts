import type { Clock } from '@pas/runtime/clock'
import { countedInTime, createRateCounter, type Counted } from '@pas/runtime/rate-counter'
import type { Redis } from 'ioredis'
import { rateLimitPolicies, type AccountLimits, type RateLimitState } from './account-limits'
import type { LimitsOfAccount } from './limits-of-account'

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
