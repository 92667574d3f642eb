import type { Clock } from '@pas/runtime/clock'
import type { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { isOwner, type EmailCaller } from '../authentication/authenticate'
import { tooManyRequests, type AccountRate, type AccountRates, type RateLimitState } from './account-limits'

/**
 * Callers without a credential have a budget apart, so that they never spend the owner's (docs/contract.md §4.19, ADR
 * 11).
 */
export interface CaptureBudget {
  /** The names in `captures` must be unique among all captures. */
  open(caller: EmailCaller, email: { accountId: number }, captures: readonly string[]): Promise<OpenBudget>
}

interface OpenBudget {
  maxNew: number
  /** The 429 for a request that would start more than `maxNew` captures. */
  refusal(missing: number): ApiError
  /**
   * Runs the statement that makes the captures; for one address in turn: in parallel they would not see each other's
   * rows, and exceed its limit (ADR 11).
   */
  inTurn<Answer>(make: () => Promise<Answer>): Promise<Answer>
  close(made: number): void
}

/**
 * Counted after the statement that makes captures, which alone knows the new ones. Until then other processes do not
 * count them, and may exceed the budget.
 */
export function createCaptureBudget({
  accountRates,
  clock,
}: {
  accountRates: Pick<AccountRates, 'captures' | 'capturesWithoutCredential' | 'capturesOfAddress'>
  clock: Clock
}): CaptureBudget {
  const underWay = new CapturesUnderWay()
  const turns = new Turns()

  const sharesOf = (caller: EmailCaller, email: { accountId: number }): Record<string, AccountRate> => {
    const { accountId } = email
    if (isOwner(caller, email)) return { [`owner ${accountId}`]: accountRates.captures }
    const address = addressKey(caller.ip)
    return {
      [`others ${accountId}`]: accountRates.capturesWithoutCredential,
      [`others ${accountId} ${address}`]: accountRates.capturesOfAddress(address),
    }
  }

  return {
    open: async (caller, email, captures) => {
      const { accountId } = email
      const shares = Object.entries(sharesOf(caller, email)).map(([share, rate]) => {
        // Before the read is sent, so that each capture of another request is in `others` or in what is read.
        const { others, end } = underWay.begin(share, captures)
        return { rate, others, end, read: rate.read(accountId) }
      })
      const states: RateLimitState[] = []
      for (const { read, others } of shares) {
        const state = await read
        if (state) states.push({ ...state, used: state.used + others })
      }
      const remaining = states.map(({ limit, used }) => Math.max(0, limit - used))
      return {
        maxNew: Math.min(captures.length, ...remaining),
        refusal: (missing) => {
          // The one that the caller waits longest for.
          const [exhausted] = states
            .filter(({ limit, used }) => missing > limit - used)
            .sort((one, other) => other.resetAt.getTime() - one.resetAt.getTime())
          if (!exhausted) throw new Error('captures were refused although no budget is used up')
          return tooManyRequests(textOf(exhausted), exhausted, clock.now())
        },
        inTurn: (make) =>
          isOwner(caller, email) ? make() : turns.run(`${accountId} ${addressKey(caller.ip)}`, make),
        close: (made) => {
          for (const { rate, end } of shares) {
            end()
            // Not awaited: a later read uses the same connection, and so comes after it.
            if (made > 0) void rate.spend(accountId, made)
          }
        },
      }
    },
  }
}

/** Captures being made, by budget, each with its number of requests. */
class CapturesUnderWay {
  private readonly shares = new Map<string, Map<string, number>>()

  /** `others`: captures that only other requests are making. */
  begin(share: string, captures: readonly string[]): { others: number; end: () => void } {
    const making = this.shares.get(share) ?? new Map<string, number>()
    this.shares.set(share, making)
    const others = making.size - captures.filter((capture) => making.has(capture)).length
    for (const capture of captures) making.set(capture, (making.get(capture) ?? 0) + 1)
    const end = (): void => {
      for (const capture of captures) {
        const left = (making.get(capture) ?? 0) - 1
        if (left > 0) making.set(capture, left)
        else making.delete(capture)
      }
      if (making.size === 0) this.shares.delete(share)
    }
    return { others, end }
  }
}

class Turns {
  /** Settles when the key's last statement has ended. */
  private readonly lastOf = new Map<string, Promise<unknown>>()

  async run<Answer>(key: string, make: () => Promise<Answer>): Promise<Answer> {
    const making = (this.lastOf.get(key) ?? Promise.resolve()).then(make)
    const ended = making.catch(() => undefined)
    this.lastOf.set(key, ended)
    try {
      return await making
    } finally {
      if (this.lastOf.get(key) === ended) this.lastOf.delete(key)
    }
  }
}

function textOf({ policy, limit }: RateLimitState): string {
  if (policy === 'captures') return `This account may have ${limit} captures made an hour`
  const others = `Callers without a credential may have ${limit} captures of this account made an hour`
  return policy === 'captures-of-address' ? `${others} from one address` : others
}
