import { createHash } from 'node:crypto'
import type { AfterFailure } from '@pas/captures/attempts'
import { claimCapture, type Claim } from '@pas/captures/claim-capture'
import { capturePrefix, pictureKey } from '@pas/captures/storage-keys'
import { findLoss, recordFailure, recordPicture } from '@pas/captures/record-capture'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue'
import type { Clock } from '@pas/runtime/clock'
import { inSpan } from '@pas/runtime/in-span'
import type { Storage } from '@pas/storage/storage'
import type { Engine, Picture } from './engines/engine'
import { CaptureError, RowUnavailableError } from './errors'
import { findCause } from './find-cause'
import { awaitStorageUntil, fromStorage } from './load-email'
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
  /** The preview is captured, has failed for good, is removed, or another worker is capturing it. */
  | { outcome: 'nothing_to_do' }
  /** Another worker has claimed the preview meanwhile; the row is unchanged. */
  | { outcome: 'superseded' }
  /** The preview was removed while it was drawn; its picture was not stored, or is deleted again. */
  | { outcome: 'removed' }
  /** The job of the next attempt is named after `attempt`, the row's attempt number from now on. */
  | ({ outcome: 'failed'; error: CaptureError } & AfterFailure)

interface CaptureOptions {
  /** See `claimCapture`. */
  isTakeover: boolean
  onClaimed?: (claim: Claim) => void
}

/** Delay before a job whose row could not be claimed, because Postgres did not answer, runs again. */
export const rowRetryMs = 1_000
/** Fraction of `jobTimeoutMs` in which to store the picture, so that it is recorded before the row's deadline. */
const storedBefore = 0.9

/**
 * Captures one preview: claim its row, load the email, emulate the client, draw, store, record. A failure of the
 * capture itself is returned as an outcome and recorded in the row. Rejects with `RowUnavailableError` when the row
 * cannot be read or written.
 */
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
  const storeTimeoutMs = Math.floor(deps.jobTimeoutMs * storedBefore)
  const claimedAt = performance.now()
  const late = AbortSignal.timeout(storeTimeoutMs)
  const failed = async (error: unknown): Promise<CaptureOutcome> => {
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
    return failed(error)
  }
  // A worker that was suspended for longer than its job's lock must not overwrite the picture of the worker that took
  // over.
  const loss = await reachRow(deps.jobTimeoutMs, findLoss(deps, claim))
  if (loss) return { outcome: loss }
  try {
    const { png } = picture
    await inSpan('store', { 'pas.bytes': png.length }, () =>
      awaitStorageUntil(
        fromStorage(deps.storage.put(pictureKey(claim.imageToken, 'full'), png, 'image/png')),
        late,
      ),
    )
  } catch (error) {
    return failed(error)
  }
  const outcome = await inSpan('record', {}, () =>
    reachRow(
      deps.jobTimeoutMs,
      recordPicture(deps, claim, {
        ...picture,
        engineVersion: deps.engine.version,
        pictureSha256: new Uint8Array(createHash('sha256').update(picture.png).digest()),
      }),
    ),
  )
  // Best effort: the daily sweep deletes objects that no row names.
  if (outcome === 'removed')
    await deps.storage.deletePrefix(capturePrefix(claim.imageToken)).catch(() => undefined)
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

/** An unexpected error counts as `engine_failed`: the capture is retried until its attempts are used up. */
export const asCaptureError = (error: unknown): CaptureError =>
  error instanceof CaptureError
    ? error
    : new CaptureError('engine_failed', 'the capture failed unexpectedly', { cause: error })

/** Resolves as `answer` does, or rejects with a `RowUnavailableError`. */
export async function reachRow<Answer>(retryAfterMs: number, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (cause) {
    throw new RowUnavailableError(retryAfterMs, { cause })
  }
}
