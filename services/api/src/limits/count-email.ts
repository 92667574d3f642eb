import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { principalOf } from '../authentication/authenticate'
import { rateLimitHeaders, tooManyRequests } from './account-limits'
import type { AccountRates } from './account-rates'

/**
 * Counts a request to its account while `readBody` reads its body, so that the one hides the other's time. Every answer from here on says
 * where the account stands; beyond the limit it is a 429, whatever the body was, and before it has arrived. Comes after `authenticate`;
 * `readBody` passes its errors on and throws none.
 */
export function countEmail(
  { accountRates, clock }: { accountRates: Pick<AccountRates, 'emails'>; clock: Clock },
  readBody: RequestHandler,
): RequestHandler {
  return async (req, res, next) => {
    const counted = accountRates.emails.spend(principalOf(res.locals).accountId)
    const read = new Promise<unknown>((resolve) => void readBody(req, res, resolve))
    const standing = await counted
    if (standing) {
      for (const [name, value] of Object.entries(rateLimitHeaders(standing))) res.setHeader(name, value)
      if (standing.used > standing.limit)
        throw tooManyRequests(
          `This account may post ${standing.limit} emails a minute and has posted them`,
          standing,
          clock.now(),
        )
    }
    next(await read)
  }
}
