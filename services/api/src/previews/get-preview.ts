import { failureTexts } from '@pas/api-contract/previews'
import { isCaptured, type Captured, type CaptureFailure } from '@pas/captures/capture-state'
import { findPreview, type PreviewKey } from '@pas/captures/find-previews'
import { previewLifetimeMs } from '@pas/captures/lifetimes'
import type { RequestedCapture } from '@pas/captures/request-captures'
import type { Preview } from '@pas/db/database'
import { findEmail } from '@pas/emails/find-emails'
import type { Clock } from '@pas/runtime/clock'
import { ApiError } from '@pas/runtime/errors'
import type { Logger } from '@pas/runtime/logger'
import { inSpan } from '@pas/runtime/in-span'
import type { AssetCompletion } from '../assets/complete-assets'
import type { EngineStatus } from '../clients/engine-status'
import type { EmailCaller } from '../authentication/authenticate'
import { unavailable } from '../errors'
import { requestWaits } from '../events'
import type { ConnectionPlaces } from '../limits/connection-places'
import { assertQueueKeepsUp, type PolledCaptureQueues } from './assert-queue-keeps-up'
import { WaitEndedError, type CaptureWaiters } from './capture-waiters'
import { createWithinLimits, requestWhenFrozen, type CreateWithinLimitsDeps } from './create-within-limits'
import { getOpenEmail, type OpenEmail } from '../emulation/open-email'
import type { PreviewAddress } from './schema'

export interface PreviewDeps extends CreateWithinLimitsDeps {
  captureQueues: PolledCaptureQueues
  assetCompletion: Pick<AssetCompletion, 'complete'>
  logger: Logger
  captureWaiters: CaptureWaiters
  waitingPlaces: ConnectionPlaces
  engineStatus: EngineStatus
  config: { longPollTimeoutMs: number; queueWaitLimitMs: number }
}

/**
 * The first request starts the capture, which an aborted `signal` does not end. Throws 404, 429, 500, 503 and 504
 * (docs/contract.md §4.16).
 */
export async function getPreview(
  deps: PreviewDeps,
  address: PreviewAddress,
  { caller, signal, onWait }: { caller: EmailCaller; signal: AbortSignal; onWait: () => unknown },
): Promise<Captured> {
  const askedAt = performance.now()
  const existing = await findPreview(deps, keyOf(address))
  const captured = existing && capturedOf(deps.clock, existing)
  if (captured) return captured
  await assertTakesCaptures(deps, address, existing).catch(async (error: unknown) => {
    // An email that takes no captures is a 404 even when the engine or the queue is unavailable.
    if (!existing) await getOpenEmail(deps, address.emailGuid)
    throw error
  })
  const { requested, accountId, email } = existing
    ? { requested: existing, accountId: existing.accountId, email: null }
    : await createPreview(deps, address, caller)
  // Added before anything can end the wait, so that a caller that hangs up leaves no row without a job.
  const isJoining = deps.captureWaiters.isWaitedFor(requested.id)
  if (!isJoining) await requestWhenFrozen(deps, email ?? (await assetsOf(deps, address)), [requested])
  // The capture continues, also when there is no place to wait for it.
  const giveBack = deps.waitingPlaces.take(caller, { id: address.emailGuid, accountId })
  onWait()
  // A request that joins a running capture has no capture span; find it by the preview's id.
  return inSpan('wait for capture', { 'pas.preview_id': requested.id, 'pas.joins': isJoining }, () =>
    requestWaits(waitForCapture(deps, requested.id, { signal, askedAt })),
  ).finally(giveBack)
}

/** Starts no capture and never waits (docs/contract.md §4.9). Throws 404 for no picture. */
export async function findCapturedPreview(
  { db, clock }: Pick<PreviewDeps, 'db' | 'clock'>,
  address: PreviewAddress,
): Promise<Captured> {
  const existing = await findPreview({ db }, keyOf(address))
  const captured = existing && existing.status !== 'failed' ? capturedOf(clock, existing) : null
  if (!captured) throw new ApiError('not_found', 'This preview is not captured; a GET starts its capture.')
  return captured
}

const assetsOf = async (
  { db }: Pick<PreviewDeps, 'db'>,
  { emailGuid: id }: PreviewAddress,
): Promise<Pick<OpenEmail, 'id' | 'assetsDueAt'>> =>
  (await findEmail({ db }, { id })) ?? { id, assetsDueAt: null }

async function createPreview(
  deps: CreateWithinLimitsDeps,
  address: PreviewAddress,
  caller: EmailCaller,
): Promise<{ requested: RequestedCapture; accountId: number; email: OpenEmail }> {
  const email = await getOpenEmail(deps, address.emailGuid)
  const [requested] = await createWithinLimits(deps, email, [address], caller, true)
  // `createWithinLimits` left it out: the engine's last worker ended meanwhile.
  if (!requested) throw engineUnavailable(address.emailClient.code, address.emailClient.engine)
  return { requested, accountId: email.accountId, email }
}

async function waitForCapture(
  { config, clock, captureWaiters }: PreviewDeps,
  previewId: string,
  { signal, askedAt }: { signal: AbortSignal; askedAt: number },
): Promise<Captured> {
  // The timeout is for the whole request: a busy process may have come here late.
  const timeoutMs = Math.max(0, askedAt + config.longPollTimeoutMs - performance.now())
  const preview = await captureWaiters
    .untilFinished(previewId, { timeoutMs, signal })
    .catch((cause: unknown) => {
      if (!(cause instanceof WaitEndedError)) throw cause
      const publicText = 'The capture is not finished yet; asking again joins it.'
      throw new ApiError('capture_timeout', publicText, { cause })
    })
  // The row was removed, with its email or by retention.
  if (!preview)
    throw new ApiError('not_found', 'This preview is gone: its email was deleted, or its 180 days are over.')
  const captured = capturedOf(clock, preview)
  if (!captured) throw new Error('a capture that is finished has no picture')
  return captured
}

/** Null while the preview is unfinished. Throws 404 or 500 when it failed, and 404 after 180 days. */
function capturedOf(clock: Clock, preview: Preview): Captured | null {
  if (preview.status === 'failed' && preview.failure === 'content_gone')
    throw new ApiError(
      'not_found',
      'This preview was not captured in the 48 hours that its email takes captures.',
    )
  if (preview.status === 'failed') {
    const why = failureTexts[preview.failure as CaptureFailure]
    const publicText = `This email could not be captured in this email client. ${why}`
    throw new ApiError('capture_failed', publicText, { cause: preview.failure })
  }
  if (!isCaptured(preview)) return null
  if (clock.now().getTime() >= preview.capturedAt.getTime() + previewLifetimeMs) {
    throw new ApiError('not_found', 'This preview was captured more than 180 days ago and is gone.')
  }
  return preview
}

const keyOf = ({ emailGuid, emailClient, orientation, images }: PreviewAddress): PreviewKey => ({
  emailId: emailGuid,
  emailClient: emailClient.code,
  orientation,
  images,
})

/**
 * Throws 503 when no worker serves the engine and, for a preview without a row, when the queue is too far behind. A row
 * keeps its engine, also when the email client has got another one since.
 */
async function assertTakesCaptures(
  { config, engineStatus, captureQueues }: PreviewDeps,
  { emailClient }: PreviewAddress,
  existing: Pick<Preview, 'engine'> | null,
): Promise<void> {
  const { engine } = existing ?? emailClient
  const isServed = await engineStatus.isServed(engine).catch((error: unknown) => {
    throw unavailable('The queue is away; try again shortly.', error)
  })
  if (!isServed) throw engineUnavailable(emailClient.code, engine)
  if (!existing) await assertQueueKeepsUp(captureQueues, engine, config.queueWaitLimitMs)
}

const engineUnavailable = (code: string, engine: string): ApiError =>
  new ApiError(
    'engine_unavailable',
    `${code} cannot be captured now: no worker that serves the engine '${engine}' is running.`,
    { headers: { 'Retry-After': '30' } },
  )
