import { createHash } from 'node:crypto'
import {
  createPreviews,
  type CreatedPreview,
  type CreatedPreviews,
  type EngineLoad,
  type PreviewRequest,
  type RequestingAddress,
  type WantedPreview,
} from '@pas/captures/create-previews'
import { retryPreviews, type FailedPreview } from '@pas/captures/retry-previews'
import type { Prisma } from '@pas/db/database'
import type { DatabaseDeps } from '@pas/db/row-deps'
import type { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import { isOwner, type EmailCaller } from '../authentication/authenticate'
import type { EngineStatus } from '../clients/engine-status'
import { tooManyRequests } from '../limits/account-limits'
import type { CaptureBudget } from '../limits/capture-budget'
import type { LimitsOfAccount } from '../limits/limits-of-account'
import { noOpenEmail, type OpenEmail } from './open-email'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'

export interface CreateWithinLimitsDeps extends DatabaseDeps {
  captureBudget: CaptureBudget
  limitsOfAccount: LimitsOfAccount
  engineStatus: Pick<EngineStatus, 'isServed'>
}

export type WithinTransaction = (
  create: (db: Prisma.TransactionClient) => Promise<CreatedPreviews>,
) => Promise<CreatedPreviews>

/** About the time in which a few workers finish some captures. */
const waitingRetryMs = 10_000

/**
 * Creates all missing rows or none. Leaves out previews of a full engine without a worker (ADR 11). `within` may give a
 * transaction. Throws 404 when the email takes no captures, and 429 for a limit.
 */
export async function createWithinLimits(
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
  caller: EmailCaller,
  within: WithinTransaction = (create) => create(deps.db),
): Promise<CreatedPreview[]> {
  const wanted = configurations.map(({ emailClient, orientation, images }) => ({
    emailClient: emailClient.code,
    orientation,
    images,
    engine: emailClient.engine,
  }))
  return startWithinLimits(deps, email, caller, wanted, (request, previews) =>
    within((db) => createPreviews({ db, clock: deps.clock }, request, previews)),
  )
}

/** All or none; each counts as a new capture of the owner. Otherwise as `createWithinLimits`. */
export const retryWithinLimits = (
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  failed: readonly FailedPreview[],
): Promise<CreatedPreview[]> =>
  startWithinLimits(deps, email, { accountId: email.accountId, ip: undefined }, failed, (request, previews) =>
    retryPreviews(deps, request, previews),
  )

async function startWithinLimits<Wanted extends WantedPreview>(
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  caller: EmailCaller,
  wanted: readonly Wanted[],
  start: (request: PreviewRequest, wanted: readonly Wanted[]) => Promise<CreatedPreviews>,
): Promise<CreatedPreview[]> {
  const byOwner = isOwner(caller, email)
  if (wanted.length === 0) {
    await start({ email, byOwner, maxNew: 0, maxWaiting: 0, address: null }, [])
    return []
  }
  const { clock, captureBudget, limitsOfAccount, engineStatus } = deps
  const { capturesWaiting } = await limitsOfAccount(email.accountId)
  const maxWaiting = byOwner ? capturesWaiting : withoutCredential(capturesWaiting)
  const address = byOwner ? null : addressOf(caller, email, maxWaiting)
  const budget = await captureBudget.open(caller, email, wanted.map(nameOf(email)))
  const { maxNew } = budget
  const create = (): Promise<CreatedPreviews> =>
    start({ email, byOwner, maxNew, maxWaiting, address }, wanted)
  const created = await budget.inTurn(create).catch((error: unknown) => {
    budget.close(0)
    throw error
  })
  budget.close(created.outcome === 'refused' ? 0 : created.made)
  if (created.outcome === 'refused') {
    const { missing, full } = created
    const unserved = await findUnserved(engineStatus, full)
    if (unserved.size > 0) {
      const others = wanted.filter(({ engine }) => !unserved.has(engine))
      return startWithinLimits(deps, email, caller, others, start)
    }
    throw missing > maxNew ? budget.refusal(missing) : tooManyWaiting(full, maxWaiting, address, clock.now())
  }
  if (created.outcome === 'no_open_email') throw noOpenEmail()
  return created.captures
}

/** Callers without a credential may have half as many, in addition. */
const withoutCredential = (capturesWaiting: number): number => Math.ceil(capturesWaiting / 2)

/** A quarter of what callers without a credential may have waiting. */
function addressOf({ ip }: EmailCaller, { accountId }: OpenEmail, maxWaiting: number): RequestingAddress {
  const bucket = createHash('sha256')
    .update(`${accountId} ${addressKey(ip)}`)
    .digest()
    .readInt16BE()
  return { bucket, maxWaiting: Math.max(1, Math.floor(maxWaiting / 4)) }
}

/** None while Redis is away, because the status is then unknown. */
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
