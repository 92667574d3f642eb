import { createPreviews, type EngineLoad } from '@pas/captures/create-previews'
import type { RequestedCapture } from '@pas/captures/request-captures'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { ApiError } from '@pas/runtime/errors'
import type { EngineStatus } from '../clients/engine-status'
import { type AccountLimits, type RateLimitState, tooManyRequests } from '../limits/account-limits'
import type { AccountRates } from '../limits/account-rates'
import { noOpenEmail, type OpenEmail } from './open-email'
import type { PreviewConfiguration } from './schema'

export interface CreateWithinLimitsDeps {
  db: Database
  clock: Clock
  accountRates: Pick<AccountRates, 'captures'>
  limits: Pick<AccountLimits, 'capturesWaiting'>
  engineStatus: Pick<EngineStatus, 'isServed'>
}

/** When an account with too many captures waiting may try again: about what a few workers finish some in. */
const waitingRetryMs = 10_000

/**
 * Creates the previews that have no row yet, all or none, as far as the account's limits allow; resolves to the captures of all of them,
 * in their order, without doubles.
 *
 * `byOwner` says whether the email's own account asks, with its credentials. CAPTURES_WAITING counts the two kinds of caller apart, so
 * that callers without a credential cannot use the owner's limit up. Previews for an engine that has reached the limit and that no worker
 * serves are left out, as their number must not grow without end, and must not stop the account's other engines: they are captured once
 * they are asked for again.
 *
 * Throws 404 when the email takes no captures any more, and 429 when rows are missing and the account may not have so many more.
 */
export async function createWithinLimits(
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
  { byOwner }: { byOwner: boolean },
): Promise<RequestedCapture[]> {
  if (configurations.length === 0) return []
  const { clock, accountRates, limits, engineStatus } = deps
  const hourly = await accountRates.captures.read(email.accountId)
  const maxNew = hourly ? Math.max(0, hourly.limit - hourly.used) : configurations.length
  const maxWaiting = byOwner ? limits.capturesWaiting : withoutCredential(limits.capturesWaiting)
  const wanted = configurations.map(({ emailClient, orientation, images }) => ({
    emailClient: emailClient.code,
    orientation,
    images,
    engine: emailClient.engine,
  }))
  const created = await createPreviews(deps, { email, byOwner, maxNew, maxWaiting }, wanted)
  if (created.outcome === 'refused') {
    const { missing, full } = created
    const unserved = await findUnserved(engineStatus, full)
    if (unserved.size > 0) {
      const others = configurations.filter(({ emailClient }) => !unserved.has(emailClient.engine))
      return createWithinLimits(deps, email, others, { byOwner })
    }
    throw missing > maxNew && hourly
      ? tooManyCaptures(hourly, clock.now())
      : tooManyWaiting(full, maxWaiting, { byOwner, now: clock.now() })
  }
  // Not awaited: the next read of this count is sent over the same connection, after it.
  if (created.made > 0) void accountRates.captures.spend(email.accountId, created.made)
  if (created.outcome === 'no_open_email') throw noOpenEmail()
  return created.captures
}

/** How many captures may wait that callers without a credential asked for: half as many as the owner's, beside them. */
const withoutCredential = (capturesWaiting: number): number => Math.ceil(capturesWaiting / 2)

/** Those of these engines that no worker serves; none of them while Redis is away, as it is then unknown. */
async function findUnserved(
  engineStatus: Pick<EngineStatus, 'isServed'>,
  loads: readonly EngineLoad[],
): Promise<Set<string>> {
  const served = await Promise.all(loads.map(({ engine }) => engineStatus.isServed(engine).catch(() => true)))
  return new Set(loads.filter((_, index) => !served[index]).map(({ engine }) => engine))
}

const tooManyCaptures = (hourly: RateLimitState, now: Date): ApiError =>
  tooManyRequests(`This account may have ${hourly.limit} captures made an hour`, hourly, now)

function tooManyWaiting(
  [first]: readonly EngineLoad[],
  limit: number,
  { byOwner, now }: { byOwner: boolean; now: Date },
): ApiError {
  if (!first) throw new Error('previews were refused although no limit is reached')
  const { engine, sameCaller } = first
  const callers = byOwner ? 'This account may have' : 'Callers without a credential may have'
  const captures = byOwner ? 'captures' : 'captures of this account'
  return tooManyRequests(
    `${callers} ${limit} ${captures} waiting for the engine '${engine}', and ${sameCaller} are`,
    { limit, used: sameCaller, resetAt: new Date(now.getTime() + waitingRetryMs) },
    now,
  )
}
