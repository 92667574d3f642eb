import type { Clock } from '@pas/runtime/clock'
import type { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { isOwner, type EmailCaller } from '../authentication/authenticate'
import { tooManyRequests, type AccountRate, type AccountRates, type RateLimitState } from './account-rates'

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
   * Runs the statement that makes the captures. Those of one address run one by one: in parallel they would not see
   * each other's rows, and exceed its limit (ADR 11).
   */
  inTurn<Answer>(make: () => Promise<Answer>): Promise<Answer>
  close(made: number): void
}

/**
 * Captures count after the statement that makes them, which alone knows the new ones. Until then other processes do not
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

  const ratesOf = (
    caller: EmailCaller,
    email: { accountId: number },
  ): { key: string; rate: AccountRate }[] => {
    const { accountId } = email
    if (isOwner(caller, email)) return [{ key: `owner ${accountId}`, rate: accountRates.captures }]
    const address = addressKey(caller.ip)
    return [
      { key: `others ${accountId}`, rate: accountRates.capturesWithoutCredential },
      { key: `others ${accountId} ${address}`, rate: accountRates.capturesOfAddress(address) },
    ]
  }

  return {
    open: async (caller, email, captures) => {
      const { accountId } = email
      const rates = ratesOf(caller, email).map(({ key, rate }) => {
        // Before the read is sent, so that each capture of another request is in `others` or in what is read.
        const { others, end } = underWay.begin(key, captures)
        return { rate, others, end, reading: rate.read(accountId) }
      })
      const states: RateLimitState[] = []
      for (const { reading, others } of rates) {
        const state = await reading
        if (state) states.push({ ...state, used: state.used + others })
      }
      const remaining = states.map(({ limit, used }) => Math.max(0, limit - used))
      return {
        maxNew: Math.min(captures.length, ...remaining),
        refusal: (missing) => {
          // The budget that the caller waits longest for.
          const [exhausted] = states
            .filter(({ limit, used }) => missing > limit - used)
            .sort((one, other) => other.resetAt.getTime() - one.resetAt.getTime())
          if (!exhausted) throw new Error('captures were refused although no budget is used up')
          return tooManyRequests(textOf(exhausted), exhausted, clock.now())
        },
        inTurn: (make) =>
          isOwner(caller, email) ? make() : turns.run(`${accountId} ${addressKey(caller.ip)}`, make),
        close: (made) => {
          for (const { rate, end } of rates) {
            end()
            // Not awaited: a later read uses the same connection, and so comes after it.
            if (made > 0) void rate.spend(accountId, made)
          }
        },
      }
    },
  }
}

class CapturesUnderWay {
  /** By budget: how many requests are making each capture. */
  private readonly budgets = new Map<string, Map<string, number>>()

  /** `others`: captures that only other requests are making. */
  begin(budget: string, captures: readonly string[]): { others: number; end: () => void } {
    const requests = this.budgets.get(budget) ?? new Map<string, number>()
    this.budgets.set(budget, requests)
    const others = requests.size - captures.filter((capture) => requests.has(capture)).length
    for (const capture of captures) requests.set(capture, (requests.get(capture) ?? 0) + 1)
    const end = (): void => {
      for (const capture of captures) {
        const otherRequests = (requests.get(capture) ?? 0) - 1
        if (otherRequests > 0) requests.set(capture, otherRequests)
        else requests.delete(capture)
      }
      if (requests.size === 0) this.budgets.delete(budget)
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
