import { createPreviews, type CreatedPreviews, type EngineLoad } from '@pas/captures/create-previews'
import type { RequestedCapture } from '@pas/captures/request-captures'
import type { Database, Prisma } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { ApiError } from '@pas/runtime/errors'
import type { EngineStatus } from '../clients/engine-status'
import { type RateLimitState, tooManyRequests } from '../limits/account-limits'
import type { AccountRates } from '../limits/account-rates'
import type { LimitsOfAccount } from '../limits/limits-of-account'
import { noOpenEmail, type OpenEmail } from './open-email'
import type { PreviewConfiguration } from './schema'

/** What `createWithinLimits` needs. */
export interface CreateWithinLimitsDeps {
  db: Database
  clock: Clock
  accountRates: Pick<AccountRates, 'captures'>
  limitsOfAccount: LimitsOfAccount
  engineStatus: Pick<EngineStatus, 'isServed'>
}

/**
 * Calls the function that makes the rows with the database or a transaction on one, and resolves to what it resolves
 * to. It is called again, with fewer previews, after a first outcome of `refused`.
 */
export type WithinTransaction = (
  create: (db: Prisma.TransactionClient) => Promise<CreatedPreviews>,
) => Promise<CreatedPreviews>

/** `Retry-After` for an account with too many captures waiting: about the time in which a few workers finish some. */
const waitingRetryMs = 10_000

/**
 * Creates the previews that have no row yet, all or none, if the account's limits allow; resolves to the captures of
 * all of them, in order and deduplicated. `byOwner`: the email's account asks with its credentials; callers without a
 * credential have a limit of their own. Leaves out previews for an engine that has reached the account's limit of
 * waiting captures and that no worker serves: they would pile up, or stop the account's other engines (ADR 11). A later
 * request captures them.
 * `within` lets a caller make the rows in a transaction of its own.
 * Throws 404 when the email takes no captures, and 429 when the new rows would exceed a limit.
 */
export async function createWithinLimits(
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
  { byOwner, within = (create) => create(deps.db) }: { byOwner: boolean; within?: WithinTransaction },
): Promise<RequestedCapture[]> {
  if (configurations.length === 0) {
    await within(() => Promise.resolve({ outcome: 'created', made: 0, captures: [] }))
    return []
  }
  const { clock, accountRates, limitsOfAccount, engineStatus } = deps
  const hourly = await accountRates.captures.read(email.accountId)
  const maxNew = hourly ? Math.max(0, hourly.limit - hourly.used) : configurations.length
  const { capturesWaiting } = await limitsOfAccount(email.accountId)
  const maxWaiting = byOwner ? capturesWaiting : withoutCredential(capturesWaiting)
  const wanted = configurations.map(({ emailClient, orientation, images }) => ({
    emailClient: emailClient.code,
    orientation,
    images,
    engine: emailClient.engine,
  }))
  const created = await within((db) =>
    createPreviews({ db, clock }, { email, byOwner, maxNew, maxWaiting }, wanted),
  )
  if (created.outcome === 'refused') {
    const { missing, full } = created
    const unserved = await findUnserved(engineStatus, full)
    if (unserved.size > 0) {
      const others = configurations.filter(({ emailClient }) => !unserved.has(emailClient.engine))
      return createWithinLimits(deps, email, others, { byOwner, within })
    }
    throw missing > maxNew && hourly
      ? tooManyCaptures(hourly, clock.now())
      : tooManyWaiting(full, maxWaiting, { byOwner, now: clock.now() })
  }
  // Not awaited: a later read of this count goes over the same connection, and so comes after it.
  if (created.made > 0) void accountRates.captures.spend(email.accountId, created.made)
  if (created.outcome === 'no_open_email') throw noOpenEmail()
  return created.captures
}

/** The limit of waiting captures for callers without a credential: half of the account's own, and in addition to it. */
const withoutCredential = (capturesWaiting: number): number => Math.ceil(capturesWaiting / 2)

/**
 * The engines of this list that no worker serves; none while Redis cannot be reached, because the status is then
 * unknown.
 */
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
    {
      policy: 'captures-waiting',
      limit,
      used: sameCaller,
      resetAt: new Date(now.getTime() + waitingRetryMs),
    },
    now,
  )
}
