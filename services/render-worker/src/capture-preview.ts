import { createHash } from 'node:crypto'
import type { AfterFailure } from '@pas/captures/attempts'
import { claimCapture, type Claim } from '@pas/captures/claim-capture'
import { pictureKey, picturePrefix } from '@pas/captures/storage-keys'
import { findStored, recordFailure, recordPicture } from '@pas/captures/record-capture'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { Clock } from '@pas/runtime/clock'
import { inSpan } from '@pas/runtime/in-span'
import type { Storage } from '@pas/storage/storage'
import { drawnByOf } from './drawn-by'
import type { Engine, Picture } from './engines/engine'
import { CaptureError, RowUnavailableError } from './errors'
import { findCause } from './find-cause'
import { awaitStorageUntil, fromStorage } from './from-storage'
import { withDocument, type DocumentDeps } from './with-document'

export interface CaptureDeps extends DocumentDeps {
  db: Database
  storage: Pick<Storage, 'get' | 'put' | 'deletePrefix'>
  clock: Clock
  engine: Engine
  captureTimeoutMs: number
  jobTimeoutMs: number
}

export type CaptureOutcome =
  | { outcome: 'captured' }
  /** It is captured, has failed for good, is removed, or another worker is capturing it. */
  | { outcome: 'nothing_to_do' }
  /** Another worker has claimed it; the row is unchanged. */
  | { outcome: 'superseded' }
  /** Removed while it was drawn; no picture is stored. */
  | { outcome: 'removed' }
  /** The next attempt's job is named after `attempt`. */
  | ({ outcome: 'failed'; error: CaptureError } & AfterFailure)

interface CaptureOptions {
  isTakeover: boolean
  onClaimed?: (claim: Claim) => void
}

/** Delay of a job that runs again because Postgres gave no row. */
export const rowRetryMs = 1_000
/** A share of `jobTimeoutMs`, so that the picture is recorded before the row's deadline. */
const storeTimeoutShare = 0.9

/** A failed capture is recorded and returned. Rejects with `RowUnavailableError`. */
export async function capturePreview(
  deps: CaptureDeps,
  previewId: string,
  options: CaptureOptions,
): Promise<CaptureOutcome> {
  const { name, version } = deps.engine
  const attributes = { 'pas.preview_id': previewId, 'pas.engine': name, 'pas.engine_version': version }
  return inSpan('capture', attributes, async (span) => {
    const result = await claimAndCapture(deps, previewId, options)
    span.setAttribute('pas.outcome', result.outcome === 'failed' ? result.error.kind : result.outcome)
    return result
  })
}

async function claimAndCapture(
  deps: CaptureDeps,
  previewId: string,
  { isTakeover, onClaimed }: CaptureOptions,
): Promise<CaptureOutcome> {
  const claim = await reachRow(rowRetryMs, claimCapture(deps, previewId, isTakeover))
  if (!claim) return { outcome: 'nothing_to_do' }
  onClaimed?.(claim)
  const storeTimeoutMs = Math.floor(deps.jobTimeoutMs * storeTimeoutShare)
  const claimedAt = performance.now()
  const storeTimeout = AbortSignal.timeout(storeTimeoutMs)
  const recordFailed = async (error: unknown): Promise<CaptureOutcome> => {
    const timeLeftMs = Math.floor(claimedAt + storeTimeoutMs - performance.now())
    const captureError = await findCause(deps.engine, asCaptureError(error), timeLeftMs)
    const isRealClient = findEmailClient(claim.emailClient)?.fidelity === 'client'
    const recorded = await inSpan('record', {}, () =>
      reachRow(deps.jobTimeoutMs, recordFailure(deps, claim, captureError.kind, { isRealClient })),
    )
    return recorded ? { outcome: 'failed', error: captureError, ...recorded } : { outcome: 'superseded' }
  }
  let picture: Picture
  try {
    picture = await drawPreview(deps, claim)
  } catch (error) {
    return recordFailed(error)
  }
  const { png } = picture
  const pictureSha256 = new Uint8Array(createHash('sha256').update(png).digest())
  const row = { ...claim, namedByHash: true, pictureSha256 }
  const stored = await reachRow(deps.jobTimeoutMs, findStored(deps, claim, pictureSha256))
  if (stored === 'superseded' || stored === 'removed') return { outcome: stored }
  try {
    if (stored === 'not_stored')
      await inSpan('store', { 'pas.bytes': png.length }, () =>
        awaitStorageUntil(
          fromStorage(deps.storage.put(pictureKey(row, 'full'), png, 'image/png')),
          storeTimeout,
        ),
      )
  } catch (error) {
    return recordFailed(error)
  }
  const outcome = await inSpan('record', {}, () =>
    reachRow(
      deps.jobTimeoutMs,
      recordPicture(deps, claim, { ...picture, drawnBy: drawnByOf(deps.engine), pictureSha256 }),
    ),
  )
  // Best effort: the daily sweep deletes objects that no row names. A preview is only removed in mid-capture with its
  // whole email, so no other needs the picture.
  if (outcome === 'removed') await deps.storage.deletePrefix(picturePrefix(row)).catch(() => undefined)
  return { outcome }
}

async function drawPreview(deps: CaptureDeps, claim: Claim): Promise<Picture> {
  const { engine, captureTimeoutMs } = deps
  const timeout = AbortSignal.timeout(captureTimeoutMs)
  return withDocument(deps, claim, { timeout }, (document, { drawOnce, owner }) =>
    inSpan('draw', { 'pas.engine': engine.name, 'pas.engine_version': engine.version }, () =>
      drawOnce(engine, document, () => engine.capture(document, timeout, owner)),
    ),
  )
}

/** An unexpected error counts as `engine_failed`, which is retried. */
export const asCaptureError = (error: unknown): CaptureError =>
  error instanceof CaptureError
    ? error
    : new CaptureError('engine_failed', 'the capture failed unexpectedly', { cause: error })

export async function reachRow<Answer>(retryAfterMs: number, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (cause) {
    throw new RowUnavailableError(retryAfterMs, { cause })
  }
}
