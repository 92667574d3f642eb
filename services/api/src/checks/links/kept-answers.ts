import { hash } from 'node:crypto'
import type { LinkAnswer } from '@pas/email-checks/measurements'
import type { Clock } from '@pas/runtime/clock'
import { createSharedPlaces } from '@pas/runtime/http/shared-places'

/** Each account has its own answers. */
export interface KeptAnswers {
  get(accountId: number, address: string): LinkAnswer | null
  keep(accountId: number, address: string, answer: LinkAnswer): void
}

interface Kept {
  answer: LinkAnswer
  until: number
  giveBack: () => void
}

/** Addresses have up to 8,000 characters. */
const keyOf = (address: string): string => hash('sha256', address, 'base64')

/**
 * Accounts share the places as in `createSharedPlaces`. No account gets another's answer: it would tell what others
 * send.
 */
export function createKeptAnswers({
  clock,
  keptMs,
  maxAnswers,
}: {
  clock: Clock
  keptMs: number
  maxAnswers: number
}): KeptAnswers {
  const places = createSharedPlaces<number>(maxAnswers)
  /** Key: account id. Oldest answers first. */
  const kept = new Map<number, Map<string, Kept>>()

  const forget = (accountId: number, key: string): void => {
    const ofAccount = kept.get(accountId)
    ofAccount?.get(key)?.giveBack()
    ofAccount?.delete(key)
    if (ofAccount?.size === 0) kept.delete(accountId)
  }
  const forgetExpired = (now: number): void => {
    for (const [accountId, ofAccount] of kept)
      for (const [key, { until }] of ofAccount) {
        if (until > now) break
        forget(accountId, key)
      }
  }

  return {
    get: (accountId, address) => {
      const found = kept.get(accountId)?.get(keyOf(address))
      return found && found.until > clock.now().getTime() ? found.answer : null
    },
    keep: (accountId, address, answer) => {
      const now = clock.now().getTime()
      const key = keyOf(address)
      forget(accountId, key)
      if (!places.hasPlaceFor(accountId)) forgetExpired(now)
      while (!places.hasPlaceFor(accountId)) {
        const [oldest] = kept.get(accountId)?.keys() ?? []
        if (oldest === undefined) return
        forget(accountId, oldest)
      }
      const ofAccount = kept.get(accountId) ?? new Map<string, Kept>()
      kept.set(accountId, ofAccount)
      ofAccount.set(key, { answer, until: now + keptMs, giveBack: places.take(accountId) })
    },
  }
}
