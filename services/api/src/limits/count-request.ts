import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { applyRate } from './account-limits'
import type { AccountRates } from './account-rates'

/**
 * Makes a handler that counts a request against one of its account's rates. Every response from there on has the rate
 * limit headers. Beyond the limit it is a 429, sent before a body is read. Comes after `authenticate`.
 */
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

/**
 * Counts a request that makes, changes or ends a share link or a webhook, or names an email: each writes a row, most of
 * them one of the audit trail, from which nothing is removed.
 */
export const countChange = counting(
  'changes',
  (limit) => `change share links, webhooks and the names of emails ${limit} times a minute`,
)

/** Counts a request for checks, which goes through the email for each email client. */
export const countCheck = counting('checks', (limit) => `ask for checks of emails ${limit} times a minute`)
