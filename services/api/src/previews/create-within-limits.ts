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
import { requestCaptures, type CaptureQueues, type RequestedCapture } from '@pas/captures/request-captures'
import { retryPreviews, type FailedPreview } from '@pas/captures/retry-previews'
import type { Prisma } from '@pas/db/database'
import type { DatabaseDeps, RowDeps } from '@pas/db/row-deps'
import type { ApiError } from '@pas/runtime/errors'
import { addressKey } from '@pas/runtime/http/address-key'
import type { Logger } from '@pas/runtime/logger'
import type { AssetCompletion } from '../assets/complete-assets'
import { isOwner, type EmailCaller } from '../authentication/authenticate'
import type { EngineStatus } from '../clients/engine-status'
import type { LimitsOfAccount } from '../limits/account-limits'
import { tooManyRequests } from '../limits/account-rates'
import type { CaptureBudget } from '../limits/capture-budget'
import { noOpenEmail, type OpenEmail } from '../emulation/open-email'
import type { PreviewConfiguration } from '@pas/email-clients/email-client'

export interface CreateWithinLimitsDeps extends DatabaseDeps {
  captureBudget: CaptureBudget
  limitsOfAccount: LimitsOfAccount
  engineStatus: Pick<EngineStatus, 'isServed'>
}

/** About the time in which a few workers finish some captures. */
const waitingRetryMs = 10_000

interface OpenPreviews {
  /** Creates all missing rows or none. Throws 404 when the email takes no captures, and 429 for a limit. */
  create(db: Prisma.TransactionClient): Promise<CreatedPreview[]>
  /** Counts the rows that were made, unless their transaction was undone. */
  close(end: 'kept' | 'undone'): void
}

/**
 * Reads the limits, so that the transaction which calls `create` does not wait for them. Call `close` after it. Leaves
 * out previews of a full engine without a worker (ADR 11). `isSingle` as in `PreviewRequest`.
 */
export function openWithinLimits(
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
  caller: EmailCaller,
  isSingle = false,
): Promise<OpenPreviews> {
  const wanted = configurations.map(({ emailClient, orientation, images }) => ({
    emailClient: emailClient.code,
    orientation,
    images,
    engine: emailClient.engine,
  }))
  return openRows(deps, email, caller, wanted, (rowDeps, request, rows) =>
    createPreviews(rowDeps, { ...request, isSingle }, rows),
  )
}

/** Throws as `OpenPreviews`. */
export const createWithinLimits = async (
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  configurations: readonly PreviewConfiguration[],
  caller: EmailCaller,
  isSingle = false,
): Promise<CreatedPreview[]> =>
  createAlone(deps, await openWithinLimits(deps, email, configurations, caller, isSingle))

/** All or none; each counts as a new capture of the owner. Otherwise as `createWithinLimits`. */
export const retryWithinLimits = async (
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  failed: readonly FailedPreview[],
): Promise<CreatedPreview[]> =>
  createAlone(
    deps,
    await openRows(deps, email, { accountId: email.accountId, ip: undefined }, failed, retryPreviews),
  )

async function createAlone({ db }: DatabaseDeps, previews: OpenPreviews): Promise<CreatedPreview[]> {
  try {
    return await previews.create(db)
  } finally {
    previews.close('kept')
  }
}

async function openRows<Wanted extends WantedPreview>(
  deps: CreateWithinLimitsDeps,
  email: OpenEmail,
  caller: EmailCaller,
  wanted: readonly Wanted[],
  makeRows: (
    deps: RowDeps,
    request: Omit<PreviewRequest, 'isSingle'>,
    wanted: readonly Wanted[],
  ) => Promise<CreatedPreviews>,
): Promise<OpenPreviews> {
  if (wanted.length === 0) return { create: () => Promise.resolve([]), close: () => undefined }
  const { clock, captureBudget, limitsOfAccount, engineStatus } = deps
  const byOwner = isOwner(caller, email)
  const { capturesWaiting } = await limitsOfAccount(email.accountId)
  const maxWaiting = byOwner ? capturesWaiting : withoutCredentialOf(capturesWaiting)
  const address = byOwner ? null : addressOf(caller, email, maxWaiting)
  const budget = await captureBudget.open(caller, email, wanted.map(nameOf(email)))
  const { maxNew } = budget
  let made = 0
  return {
    create: async (db) => {
      const request = { email, byOwner, maxNew, maxWaiting, address }
      for (let remaining = wanted; remaining.length > 0;) {
        const created = await budget.inTurn(() => makeRows({ db, clock }, request, remaining))
        if (created.outcome !== 'refused') {
          made = created.made
          if (created.outcome === 'no_open_email') throw noOpenEmail()
          return created.captures
        }
        const { missing, full } = created
        const unserved = await findUnserved(engineStatus, full)
        if (unserved.size === 0)
          throw missing > maxNew
            ? budget.refusal(missing)
            : tooManyWaiting(full, maxWaiting, address, clock.now())
        remaining = remaining.filter(({ engine }) => !unserved.has(engine))
      }
      return []
    },
    close: (end) => budget.close(end === 'kept' ? made : 0),
  }
}

/** Callers without a credential may have half as many, in addition. */
const withoutCredentialOf = (capturesWaiting: number): number => Math.ceil(capturesWaiting / 2)

/** One address may have a quarter of `maxWaiting`. */
function addressOf({ ip }: EmailCaller, { accountId }: OpenEmail, maxWaiting: number): RequestingAddress {
  const bucket = createHash('sha256')
    .update(`${accountId} ${addressKey(ip)}`)
    .digest()
    .readInt16BE()
  return { bucket, maxWaiting: Math.max(1, Math.floor(maxWaiting / 4)) }
}

/** Empty while Redis is away, because the status is then unknown. */
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
  // All such callers together have room, so the address has none.
  const isFullAddress = address && sameCaller + missing <= maxWaiting
  const limit = isFullAddress ? address.maxWaiting : maxWaiting
  const used = isFullAddress ? sameAddress : sameCaller
  const may = address
    ? `Callers without a credential may have ${limit} captures of this account waiting for the engine '${engine}'`
    : `This account may have ${limit} captures waiting for the engine '${engine}'`
  return tooManyRequests(
    `${may}${isFullAddress ? ' from one address' : ''}, and ${used} are`,
    { policy: 'captures-waiting', limit, used, resetAt: new Date(now.getTime() + waitingRetryMs) },
    now,
  )
}

/** While the email lacks assets, queues in the background after they are fetched. */
export async function requestWhenFrozen(
  {
    captureQueues,
    assetCompletion,
    logger,
  }: { captureQueues: CaptureQueues; assetCompletion: Pick<AssetCompletion, 'complete'>; logger: Logger },
  email: { id: string; assetsDueAt: Date | null },
  captures: readonly RequestedCapture[],
): Promise<void> {
  if (!email.assetsDueAt) return requestCaptures(captureQueues, captures)
  assetCompletion
    .complete(email.id)
    .then(() => requestCaptures(captureQueues, captures))
    .catch((error: unknown) => {
      // The reconciler queues the rows.
      logger.warn({ err: error }, 'the assets of an email could not be completed; the reconciler will retry')
    })
}
