import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { applyRate } from './account-limits'
import type { AccountRates } from './account-rates'

/** Throws a 429 before a body is read. Comes after `authenticate`. */
const counting =
  (rateName: 'changes' | 'checks', allowed: (limit: number) => string) =>
  ({
    accountRates,
    clock,
  }: {
    accountRates: Pick<AccountRates, 'changes' | 'checks'>
    clock: Clock
  }): RequestHandler =>
  async (_req, res, next) => {
    const rate = await accountRates[rateName].spend(callerOf(res).principal.accountId)
    applyRate(res, rate, { now: clock.now(), allowed })
    next()
  }

/** Such requests write rows, most of them also to the audit trail, from which nothing is removed. */
export const countChange = counting(
  'changes',
  (limit) => `change share links, webhooks and the names of emails ${limit} times a minute`,
)

export const countCheck = counting('checks', (limit) => `ask for checks of emails ${limit} times a minute`)
