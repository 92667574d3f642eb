import { addressKey } from '@pas/runtime/http/address-key'
import { createCounts, createSharedPlaces } from '@pas/runtime/http/shared-places'
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import { tooManyDifferences, tooManyDifferencesOfAddress } from '../errors'

/** Of one address; each process counts for itself. */
const perMinute = 60
/** Comparisons that wait for the thread, shared by accounts: more would wait longer than a reader does. */
const places = 32

/** One at a time for an address, 60 a minute. */
export interface DifferencePlaces {
  /** Resolves to what gives the place back. Rejects with 429 for this address, 503 when the account has no place. */
  take(ip: string | undefined, accountId: number): Promise<() => void>
}

export function createDifferencePlaces(): DifferencePlaces {
  const ofAddresses = createCounts<string>()
  const ofAccounts = createSharedPlaces<number>(places)
  const limiter = new RateLimiterMemory({ points: perMinute, duration: 60 })
  return {
    take: async (ip, accountId) => {
      const address = addressKey(ip)
      if (!ofAccounts.hasPlaceFor(accountId)) throw tooManyDifferences()
      if (ofAddresses.of(address) > 0) throw tooManyDifferencesOfAddress(1)
      const givesBack = [ofAddresses.add(address), ofAccounts.take(accountId)]
      const giveBack = (): void => givesBack.forEach((give) => give())
      try {
        await limiter.consume(address)
      } catch (refusal) {
        giveBack()
        if (refusal instanceof RateLimiterRes)
          throw tooManyDifferencesOfAddress(Math.ceil(refusal.msBeforeNext / 1000))
        throw refusal
      }
      return giveBack
    },
  }
}
