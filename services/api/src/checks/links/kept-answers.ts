import type { LinkAnswer } from '@pas/email-checks/evidence'
import type { Clock } from '@pas/runtime/clock'

/** Answers of links that this process keeps for a while, for each account by itself. */
export interface KeptAnswers {
  get(accountId: number, address: string): LinkAnswer | null
  keep(accountId: number, address: string, answer: LinkAnswer): void
}

/**
 * Keeps answers in memory, the oldest of which go first when there are more than `maxAnswers`. No account is given what
 * another one's request found: it would tell what others send.
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
  const kept = new Map<string, { answer: LinkAnswer; until: number }>()
  const keyOf = (accountId: number, address: string): string => `${accountId} ${address}`
  return {
    get: (accountId, address) => {
      const found = kept.get(keyOf(accountId, address))
      return found && found.until > clock.now().getTime() ? found.answer : null
    },
    keep: (accountId, address, answer) => {
      const key = keyOf(accountId, address)
      kept.delete(key)
      kept.set(key, { answer, until: clock.now().getTime() + keptMs })
      const [oldest] = kept.keys()
      if (kept.size > maxAnswers && oldest !== undefined) kept.delete(oldest)
    },
  }
}
