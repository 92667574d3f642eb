import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { applyRate, tooManyRequests } from './account-limits'
import type { AccountRates } from './account-rates'

/**
 * Counts a request against its account's rate of emails, in parallel with `readBody`, which reads the body, to save a
 * round trip. Every response from here on has that rate's headers. Beyond the limit, and when the account's emails took
 * all bytes of the hour, it is a 429, sent before the body has arrived. Comes after `authenticate`; `readBody` must pass
 * its errors to `next` and throw none.
 */
export function countEmail(
  { accountRates, clock }: { accountRates: Pick<AccountRates, 'emails' | 'bytes'>; clock: Clock },
  readBody: RequestHandler,
): RequestHandler {
  return async (req, res, next) => {
    const { accountId } = callerOf(res).principal
    const counted = Promise.all([accountRates.emails.spend(accountId), accountRates.bytes.read(accountId)])
    const read = new Promise<unknown>((resolve) => void readBody(req, res, resolve))
    const [rate, bytes] = await counted
    const now = clock.now()
    applyRate(res, rate, { now, allowed: (limit) => `post ${limit} emails a minute` })
    if (bytes && bytes.used >= bytes.limit) {
      const exhausted = `This account may store ${bytes.limit} bytes of emails an hour and has done so`
      throw tooManyRequests(exhausted, bytes, now)
    }
    next(await read)
  }
}

/**
 * Counts the checks that are asked for with an email. Beyond the limit throws a 429; the email, which is not stored then,
 * counts no longer.
 */
export async function countChecksOfEmail(
  { accountRates, clock }: { accountRates: Pick<AccountRates, 'emails' | 'checks'>; clock: Clock },
  accountId: number,
): Promise<void> {
  const rate = await accountRates.checks.spend(accountId)
  if (!rate || rate.used <= rate.limit) return
  await accountRates.emails.spend(accountId, -1)
  const exhausted = `This account may ask for checks of emails ${rate.limit} times a minute and has done so, so the email was not stored`
  throw tooManyRequests(exhausted, rate, clock.now())
}
