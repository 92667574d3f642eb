import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { applyRate, tooManyRequests } from './account-limits'
import type { AccountRates } from './account-rates'

/**
 * Counts while `readBody` reads, to save a round trip. Throws a 429 before the body has arrived. `readBody` must pass
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

/** With a 429 the email is not stored, so it is not counted either. */
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
