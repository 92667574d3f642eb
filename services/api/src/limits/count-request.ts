import type { Clock } from '@pas/runtime/clock'
import type { RequestHandler } from 'express'
import { callerOf } from '../authentication/authenticate'
import { applyRate, tooManyRequests, type AccountRates } from './account-rates'

/** The handler throws a 429 before a body is read. It comes after `authenticate`. */
const createCounting =
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

/** Changes write rows, most of them also to the audit trail, from which nothing is removed. */
export const countChange = createCounting(
  'changes',
  (limit) => `change share links, webhooks and the names of emails ${limit} times a minute`,
)

export const countCheck = createCounting(
  'checks',
  (limit) => `ask for checks of emails ${limit} times a minute`,
)

/** A 429 takes back the count of the email, which is not stored. */
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
