import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { applyRate } from './account-limits'
import type { AccountRates } from './account-rates'

/**
 * Counts a request against its account's rate, in parallel with `readBody`, which reads the body, to save a round trip.
 * Every response from here on has the rate limit headers. Beyond the limit it is a 429, sent before the body has
 * arrived. Comes after `authenticate`; `readBody` must pass its errors to `next` and throw none.
 */
export function countEmail(
  { accountRates, clock }: { accountRates: Pick<AccountRates, 'emails'>; clock: Clock },
  readBody: RequestHandler,
): RequestHandler {
  return async (req, res, next) => {
    const counted = accountRates.emails.spend(callerOf(res).principal.accountId)
    const read = new Promise<unknown>((resolve) => void readBody(req, res, resolve))
    const rate = await counted
    applyRate(res, rate, { now: clock.now(), allowed: (limit) => `post ${limit} emails a minute` })
    next(await read)
  }
}
