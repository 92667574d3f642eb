import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { principalOf } from '../authentication/authenticate'
import { rateLimitHeaders, tooManyRequests } from './account-limits'
import type { AccountRates } from './account-rates'

/**
 * Counts a request to its account while `readBody` reads its body, so that the one hides the other's time. Every answer from here on says
 * where the account stands; beyond the limit it is a 429, whatever the body was. Comes after `authenticate`.
 */
export function countEmail(
  { accountRates, clock }: { accountRates: Pick<AccountRates, 'emails'>; clock: Clock },
  readBody: RequestHandler,
): RequestHandler {
  return async (req, res, next) => {
    const counted = accountRates.emails.spend(principalOf(res.locals).accountId)
    const read = new Promise<void>((resolve, reject) => {
      void readBody(req, res, (error?: Error) => {
        if (error === undefined) resolve()
        else reject(error)
      })
    })
    const [outcome] = await Promise.all([counted, Promise.allSettled([read])])
    if (outcome) {
      for (const [name, value] of Object.entries(rateLimitHeaders(outcome))) res.setHeader(name, value)
      if (outcome.used > outcome.limit)
        throw tooManyRequests(
          `This account may post ${outcome.limit} emails a minute and has posted them`,
          outcome,
          clock.now(),
        )
    }
    await read
    next()
  }
}
