import { findAppliedLimits, type AppliedLimits } from '@pas/accounts/account-limits'
import { countUsageSince, listUsage } from '@pas/captures/list-usage'
import { isDatabaseUnavailable } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import { createFairQueue } from '@pas/runtime/fair-queue'

export interface Used {
  emails: number
  captures: number
}

export interface AccountUsage {
  limits: AppliedLimits
  /** Null when there is too much to be counted in time. */
  counted: { lastHour: Used; month: Used } | null
}

const hourMs = 60 * 60 * 1000
/** Few, because counting a month reads many rows, and other requests need Postgres's connections too. */
const places = { maxConcurrent: 2, maxPerAccount: 1 }
const turnTimeoutMs = 10_000

export function createUsageReader(
  deps: DatabaseDeps,
  installation: AppliedLimits,
): (accountId: number) => Promise<AccountUsage> {
  const queue = createFairQueue(places)
  return async (accountId) => {
    const turnTimeout = AbortSignal.timeout(turnTimeoutMs)
    const limits = await findAppliedLimits(deps, accountId, installation)
    const counted = await queue
      .open(accountId, places.maxPerAccount)
      .run(() => count(deps, accountId), turnTimeout)
      .catch((error: unknown) => {
        if (error === turnTimeout.reason || isDatabaseUnavailable(error)) return null
        throw error
      })
    return { limits, counted }
  }
}

async function count({ db, clock }: DatabaseDeps, accountId: number): Promise<AccountUsage['counted']> {
  const now = clock.now()
  const lastHour = await countUsageSince({ db }, accountId, new Date(now.getTime() - hourMs))
  const from = `${now.toISOString().slice(0, 7)}-01`
  const days = await listUsage({ db }, accountId, { byEndUser: false, from })
  const sum = (what: keyof Used): number => days.reduce((total, day) => total + day[what], 0)
  return { lastHour, month: { emails: sum('emails'), captures: sum('captures') } }
}
