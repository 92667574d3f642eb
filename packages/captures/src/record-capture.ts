import type { Preview } from '@pas/db/database'
import { afterFailure } from './attempts'
import type { CaptureDeps } from './capture-deps'
import type { CaptureFailure, Captured } from './capture-state'
import type { Claim } from './claim-capture'

/** A picture as its row describes it; sides in device pixels. */
type PictureFacts = Pick<Captured, 'width' | 'height' | 'truncated' | 'engineVersion'>

/** While the row still has this attempt's number; a late worker's does not. */
const whileClaimed = ({ previewId, attempt }: Claim) =>
  ({ id: previewId, attempt, status: 'capturing' }) as const

/** Why a picture is not wanted any more. */
type Loss =
  /** Another attempt has the preview by now. */
  | 'superseded'
  /** There is no preview any more. */
  | 'removed'

/** Null while the row is still this claim's. */
export async function findLoss({ db }: Pick<CaptureDeps, 'db'>, claim: Claim): Promise<Loss | null> {
  const row = await db.preview.findUnique({
    where: { id: claim.previewId },
    select: { attempt: true, status: true },
  })
  if (!row) return 'removed'
  return row.attempt === claim.attempt && row.status === 'capturing' ? null : 'superseded'
}

/** The preview is captured, while the row is still this claim's; otherwise nothing was changed. */
export async function recordPicture(
  { db, clock }: CaptureDeps,
  claim: Claim,
  { width, height, truncated, engineVersion }: PictureFacts,
): Promise<'captured' | Loss> {
  const { count } = await db.preview.updateMany({
    where: whileClaimed(claim),
    data: {
      status: 'captured',
      capturedAt: clock.now(),
      deadlineAt: null,
      width,
      height,
      truncated,
      engineVersion,
      failure: null,
      failedAt: null,
    },
  })
  return count === 1 ? 'captured' : ((await findLoss({ db }, claim)) ?? 'superseded')
}

/**
 * The attempt failed; resolves to whether the capture has failed for good, and to the row's attempt number from now on. Null when the row
 * is not this claim's any more.
 */
export async function recordFailure(
  { db, clock }: CaptureDeps,
  claim: Claim,
  failure: CaptureFailure,
): Promise<{ isFinal: boolean; attempt: number } | null> {
  const { isFinal, attempt } = afterFailure(claim.attempt, failure)
  const data: Partial<Preview> = isFinal
    ? { status: 'failed', failure, failedAt: clock.now(), deadlineAt: null }
    : { status: 'pending', failure, deadlineAt: null, attempt }
  const { count } = await db.preview.updateMany({ where: whileClaimed(claim), data })
  return count === 1 ? { isFinal, attempt } : null
}
