import type { Clock } from '@pas/runtime/clock'
import type { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { isOwner, type EmailCaller } from '../authentication/authenticate'
import { tooManyRequests, type RateLimitState } from './account-limits'
import type { AccountRate, AccountRates } from './account-rates'

/**
 * The captures an hour of each account's emails. The owner has a budget, and callers without a credential have another
 * that is as large: what they spend is never the owner's (docs/contract.md §4.19, ADR 11).
 */
export interface CaptureBudget {
  /** Begins a request for these captures, whose names are unique among all captures. */
  open(caller: EmailCaller, email: { accountId: number }, captures: readonly string[]): Promise<OpenBudget>
}

interface OpenBudget {
  /** How many captures the request may start. */
  maxNew: number
  /** The 429 when the request would start `missing` captures, which are more than `maxNew`. */
  refusal(missing: number): ApiError
  /**
   * Runs the statement that makes the captures. Those of callers from one address run one after the other for each
   * account: at the same moment they would not see each other's rows, and exceed the address's part of the captures
   * that may wait (ADR 11).
   */
  inTurn<Answer>(make: () => Promise<Answer>): Promise<Answer>
  /** Ends the request, which has started `made` captures. */
  close(made: number): void
}

/**
 * Makes the budget. Captures are counted once they are made, because only the statement that makes them knows which
 * of them are new. What other requests of this process are making counts as made meanwhile, so that requests at the
 * same moment do not exceed the budget together; those of other processes may.
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
          // Of several shares that are used up, the one that the caller waits longest for.
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
            // Not awaited: a later read goes over the same connection, and so comes after it.
            if (made > 0) void rate.spend(accountId, made)
          }
        },
      }
    },
  }
}

/** For each share, the captures that requests are making, and how many requests each. */
class CapturesUnderWay {
  private readonly shares = new Map<string, Map<string, number>>()

  /** `others`: the captures of the share that only other requests are making. */
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

/** Statements of one key run one after the other. */
class Turns {
  /** For each key, when the last of its statements has ended. */
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
