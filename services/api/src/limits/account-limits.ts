import { findAppliedLimits } from '@pas/accounts/account-limits'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { ApiConfig } from '../config'

export type AccountLimits = ApiConfig['limits']

/** The account's own limits, else the installation's. Never rejects. */
export type LimitsOfAccount = (accountId: number) => Promise<AccountLimits>

/** A change by `pas account limits` applies within this time. */
const maxAgeMs = 10_000
const maxAccounts = 10_000

/** One query in `maxAgeMs`. While limits cannot be read, the installation's apply. */
export function createLimitsOfAccount({
  db,
  clock,
  limits,
}: {
  db: Database
  clock: Clock
  limits: AccountLimits
}): LimitsOfAccount {
  const known = new Map<number, { readAt: number; limits: Promise<AccountLimits> }>()

  const read = async (accountId: number): Promise<AccountLimits> => ({
    ...limits,
    ...(await findAppliedLimits({ db }, accountId, limits)),
  })

  return (accountId) => {
    const now = clock.now().getTime()
    const remembered = known.get(accountId)
    if (remembered && now - remembered.readAt < maxAgeMs) return remembered.limits
    if (known.size >= maxAccounts) known.clear()
    const reading = read(accountId).catch(() => {
      known.delete(accountId)
      return limits
    })
    known.set(accountId, { readAt: now, limits: reading })
    return reading
  }
}
