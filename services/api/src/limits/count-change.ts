import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { applyRate } from './account-limits'
import type { AccountRates } from './account-rates'

/**
 * Counts a request that makes, changes or ends a share link or a webhook, or names an email, against its account's
 * rate: each writes a row, most of them one of the audit trail, from which nothing is removed. Every response from here on has the rate limit headers.
 * Beyond the limit it is a 429, sent before a body is read. Comes after `authenticate`.
 */
export function countChange({
  accountRates,
  clock,
}: {
  accountRates: Pick<AccountRates, 'changes'>
  clock: Clock
}): RequestHandler {
  return async (_req, res, next) => {
    const rate = await accountRates.changes.spend(callerOf(res).principal.accountId)
    applyRate(res, rate, {
      now: clock.now(),
      allowed: (limit) => `change share links, webhooks and the names of emails ${limit} times a minute`,
    })
    next()
  }
}
