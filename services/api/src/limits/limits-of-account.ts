import { findAccountLimits } from '@pas/accounts/account-limits'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { AccountLimits } from './account-limits'

/** The limits of an account: its own, and the installation's where it has none. Never rejects. */
export type LimitsOfAccount = (accountId: number) => Promise<AccountLimits>

/** How long a process uses limits before it reads them again: a change by `pas account limits` applies after it. */
const maxAgeMs = 10_000
/** Maximum of accounts remembered. Beyond it all are forgotten, and read again. */
const maxAccounts = 10_000

/**
 * Reads the limits of accounts, and remembers them for `maxAgeMs`, so that a busy account costs a query in ten seconds
 * and not one for each request. While they cannot be read, the installation's limits apply.
 */
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

  const read = async (accountId: number): Promise<AccountLimits> => {
    const own = await findAccountLimits({ db }, accountId)
    return {
      emailsPerMinute: own.emailsPerMinute ?? limits.emailsPerMinute,
      capturesPerHour: own.capturesPerHour ?? limits.capturesPerHour,
      capturesWaiting: own.capturesWaiting ?? limits.capturesWaiting,
      emailBytesPerHour: own.emailBytesPerHour ?? limits.emailBytesPerHour,
      changesPerMinute: limits.changesPerMinute,
      checksPerMinute: own.checksPerMinute ?? limits.checksPerMinute,
    }
  }

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
