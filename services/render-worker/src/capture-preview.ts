import { capturePrefix, pictureKey } from '@pas/capture-queue/frozen-email'
import type { Database } from '@pas/db/database'
import { findEmailClient } from '@pas/email-clients/catalogue/catalogue'
import type { Clock } from '@pas/runtime/clock'
import type { Storage } from '@pas/storage/storage'
import type { AssetOrigin } from './asset-origin'
import { buildMessage } from './build-message'
import { claimPreview, type Claim } from './claim-preview'
import type { EmailEmulator } from './email-emulator'
import type { Engine, Picture } from './engines/engine'
import { orAborted } from './engines/supervised/or-aborted'
import { CaptureError, RowUnavailableError } from './errors'
import { fromStorage, loadEmail } from './load-email'
import { recordFailure, recordPicture } from './record-capture'

export interface CaptureDeps {
  db: Database
  storage: Pick<Storage, 'get' | 'put' | 'deletePrefix'>
  clock: Clock
  assetOrigin: Pick<AssetOrigin, 'serve'>
  emulator: Pick<EmailEmulator, 'emulate'>
  engine: Engine
  captureTimeoutMs: number
  jobTimeoutMs: number
}

/** How an attempt at a capture ended. */
export type CaptureOutcome =
  | { outcome: 'captured' }
  /** Done, failed for good, removed, or under way elsewhere. */
  | { outcome: 'nothing_to_do' }
  /** Another worker has the preview by now; what this one drew changed nothing. */
  | { outcome: 'superseded' }
  /** The preview was removed while it was drawn, and so is the picture. */
  | { outcome: 'removed' }
  | { outcome: 'failed'; error: CaptureError; isFinal: boolean }

const rowRetryMs = 1_000

/**
 * Captures one preview: claim its row, load the email, emulate the client, draw, store, record. Every failure of the capture itself is
 * an outcome, and stands in the row. Rejects with `RowUnavailableError` when the row cannot be reached.
 */
export async function capturePreview(
  deps: CaptureDeps,
  previewId: string,
  { isTakeover }: { isTakeover: boolean },
): Promise<CaptureOutcome> {
  const claim = await reachRow(rowRetryMs, claimPreview(deps, previewId, isTakeover))
  if (!claim) return { outcome: 'nothing_to_do' }
  let picture: Picture
  try {
    picture = await drawPreview(deps, claim)
    await fromStorage(deps.storage.put(pictureKey(claim.imageToken, 'full'), picture.png, 'image/png'))
  } catch (error) {
    const captureError = asCaptureError(error)
    const { isFinal } = await reachRow(deps.jobTimeoutMs, recordFailure(deps, claim, captureError))
    return { outcome: 'failed', error: captureError, isFinal }
  }
  const outcome = await reachRow(deps.jobTimeoutMs, recordPicture(deps, claim, picture, deps.engine.version))
  // Best effort: what stays without a row is swept.
  if (outcome === 'removed')
    await deps.storage.deletePrefix(capturePrefix(claim.imageToken)).catch(() => undefined)
  return { outcome }
}

async function drawPreview(deps: CaptureDeps, claim: Claim): Promise<Picture> {
  const { storage, assetOrigin, emulator, engine, captureTimeoutMs } = deps
  const { emailClient: emailClientCode, orientation, images } = claim
  if (!findEmailClient(emailClientCode)) {
    throw new CaptureError('unsupported_document', `there is no email client ${emailClientCode}`)
  }
  if (claim.isContentErased) throw new CaptureError('content_gone', 'the email was erased')
  const timeout = AbortSignal.timeout(captureTimeoutMs)
  const email = await orAborted(loadEmail(storage, claim.emailId, images), timeout)
  const serving = assetOrigin.serve(email.assets)
  try {
    const { content, assetUrls } = email
    const inClient = { content, emailClientCode, orientation, images, assetUrls }
    const document = await emulator.emulate(inClient, timeout)
    return await engine.capture(
      document.kind === 'message' ? await orAborted(buildMessage(document, email.parts), timeout) : document,
      timeout,
    )
  } finally {
    serving.release()
  }
}

/** What no part foresaw is an engine's failure: tried again, and ended with the attempts. */
const asCaptureError = (error: unknown): CaptureError =>
  error instanceof CaptureError
    ? error
    : new CaptureError('engine_failed', 'the capture failed unexpectedly', { cause: error })

async function reachRow<Answer>(retryAfterMs: number, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer
  } catch (cause) {
    throw new RowUnavailableError(retryAfterMs, { cause })
  }
}
