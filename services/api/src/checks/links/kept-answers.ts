import { hash } from 'node:crypto'
import type { LinkAnswer } from '@pas/email-checks/measurements'
import type { Clock } from '@pas/runtime/clock'
import { createSharedPlaces } from '@pas/runtime/http/shared-places'

export interface KeptAnswers {
  get(accountId: number, address: string): LinkAnswer | null
  keep(accountId: number, address: string, answer: LinkAnswer): void
}

interface Kept {
  answer: LinkAnswer
  untilMs: number
  giveBack: () => void
}

/**
 * Accounts share the places (`createSharedPlaces`), but not the answers: an answer would tell what another account
 * sends.
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
  const accounts = new Map<number, Map<string, Kept>>()

  const forget = (accountId: number, key: string): void => {
    const answers = accounts.get(accountId)
    answers?.get(key)?.giveBack()
    answers?.delete(key)
    if (answers?.size === 0) accounts.delete(accountId)
  }
  const forgetExpired = (nowMs: number): void => {
    for (const [accountId, answers] of accounts)
      for (const [key, { untilMs }] of answers) {
        if (untilMs > nowMs) break
        forget(accountId, key)
      }
  }

  return {
    get: (accountId, address) => {
      const kept = accounts.get(accountId)?.get(keyOf(address))
      return kept && kept.untilMs > clock.now().getTime() ? kept.answer : null
    },
    keep: (accountId, address, answer) => {
      const nowMs = clock.now().getTime()
      const key = keyOf(address)
      forget(accountId, key)
      if (!places.hasPlaceFor(accountId)) forgetExpired(nowMs)
      while (!places.hasPlaceFor(accountId)) {
        const [oldest] = accounts.get(accountId)?.keys() ?? []
        // All places are other accounts'.
        if (oldest === undefined) return
        forget(accountId, oldest)
      }
      const answers = accounts.get(accountId) ?? new Map<string, Kept>()
      accounts.set(accountId, answers)
      answers.set(key, { answer, untilMs: nowMs + keptMs, giveBack: places.take(accountId) })
    },
  }
}

/** Short: addresses have up to 8,000 characters. */
const keyOf = (address: string): string => hash('sha256', address, 'base64')
