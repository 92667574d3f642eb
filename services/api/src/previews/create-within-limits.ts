import { createHash } from 'node:crypto'
import {
  createPreviews,
  type CreatedPreview,
  type CreatedPreviews,
  type EngineLoad,
  type RequestingAddress,
  type WantedPreview,
} from '@pas/captures/create-previews'
import type { Database, Prisma } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { isOwner, type EmailCaller } from '../authentication/authenticate'
import type { EngineStatus } from '../clients/engine-status'
import { tooManyRequests } from '../limits/account-limits'
import type { CaptureBudget } from '../limits/capture-budget'
import type { LimitsOfAccount } from '../limits/limits-of-account'
import { noOpenEmail, type OpenEmail } from './open-email'
import type { PreviewConfiguration } from './schema'

/** What `createWithinLimits` needs. */
export interface CreateWithinLimitsDeps {
  db: Database
  clock: Clock
  captureBudget: CaptureBudget
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
 * all of them, in order and deduplicated. Callers other than the email's account have limits of their own. Leaves out
 * previews for an engine that has reached the account's limit of waiting captures and that no worker serves: they would
 * pile up, or stop the account's other engines (ADR 11). A later request captures them.
 * `within` lets a caller make the rows in a transaction of its own.
 * Throws 404 when the email takes no captures, and 429 when the new rows would exceed a limit.
 */
export async function createWithinLimits(
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
  caller: EmailCaller,
  within: WithinTransaction = (create) => create(deps.db),
): Promise<CreatedPreview[]> {
  if (configurations.length === 0) {
    await within(() => Promise.resolve({ outcome: 'created', made: 0, captures: [] }))
    return []
  }
  const { clock, captureBudget, limitsOfAccount, engineStatus } = deps
  const byOwner = isOwner(caller, email)
  const { capturesWaiting } = await limitsOfAccount(email.accountId)
  const maxWaiting = byOwner ? capturesWaiting : withoutCredential(capturesWaiting)
  const address = byOwner ? null : addressOf(caller, email, maxWaiting)
  const wanted = configurations.map(({ emailClient, orientation, images }) => ({
    emailClient: emailClient.code,
    orientation,
    images,
    engine: emailClient.engine,
  }))
  const budget = await captureBudget.open(caller, email, wanted.map(nameOf(email)))
  const { maxNew } = budget
  const create = (): Promise<CreatedPreviews> =>
    within((db) => createPreviews({ db, clock }, { email, byOwner, maxNew, maxWaiting, address }, wanted))
  const created = await budget.inTurn(create).catch((error: unknown) => {
    budget.close(0)
    throw error
  })
  budget.close(created.outcome === 'refused' ? 0 : created.made)
  if (created.outcome === 'refused') {
    const { missing, full } = created
    const unserved = await findUnserved(engineStatus, full)
    if (unserved.size > 0) {
      const others = configurations.filter(({ emailClient }) => !unserved.has(emailClient.engine))
      return createWithinLimits(deps, email, others, caller, within)
    }
    throw missing > maxNew ? budget.refusal(missing) : tooManyWaiting(full, maxWaiting, address, clock.now())
  }
  if (created.outcome === 'no_open_email') throw noOpenEmail()
  return created.captures
}

/** The limit of waiting captures for callers without a credential: half of the account's own, and in addition to it. */
const withoutCredential = (capturesWaiting: number): number => Math.ceil(capturesWaiting / 2)

/** The caller's address, which may have a quarter of what callers without a credential may have waiting. */
function addressOf({ ip }: EmailCaller, { accountId }: OpenEmail, maxWaiting: number): RequestingAddress {
  const bucket = createHash('sha256')
    .update(`${accountId} ${addressKey(ip)}`)
    .digest()
    .readInt16BE()
  return { bucket, maxWaiting: Math.max(1, Math.floor(maxWaiting / 4)) }
}

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

const nameOf =
  ({ id }: OpenEmail) =>
  ({ emailClient, orientation, images }: WantedPreview): string =>
    `${id} ${emailClient} ${orientation} ${images}`

/** `address` is null for the owner. */
function tooManyWaiting(
  [first]: readonly EngineLoad[],
  maxWaiting: number,
  address: RequestingAddress | null,
  now: Date,
): ApiError {
  if (!first) throw new Error('previews were refused although no limit is reached')
  const { engine, sameCaller, sameAddress, missing } = first
  const ofAddress = address && sameCaller + missing <= maxWaiting
  const limit = ofAddress ? address.maxWaiting : maxWaiting
  const used = ofAddress ? sameAddress : sameCaller
  const may = address
    ? `Callers without a credential may have ${limit} captures of this account waiting for the engine '${engine}'`
    : `This account may have ${limit} captures waiting for the engine '${engine}'`
  return tooManyRequests(
    `${may}${ofAddress ? ' from one address' : ''}, and ${used} are`,
    { policy: 'captures-waiting', limit, used, resetAt: new Date(now.getTime() + waitingRetryMs) },
    now,
  )
}
