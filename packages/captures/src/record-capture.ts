import type { Preview } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { afterFailure, type AfterFailure, type DrawnBy } from './attempts'
import type { CaptureFailure, Captured } from './capture-state'
import type { Claim } from './claim-capture'

/** A picture as its row describes it; width and height in device pixels. */
type PictureFacts = Pick<Captured, 'width' | 'height' | 'truncated' | 'engineVersion'> & {
  /** SHA-256 of the full-size PNG. */
  pictureSha256: Uint8Array<ArrayBuffer>
}

/** The compare-and-set: the row is `capturing` with the claim's attempt number. Never matches for a late worker. */
const whileClaimed = ({ previewId, attempt }: Claim) =>
  ({ id: previewId, attempt, status: 'capturing' }) as const

/** Why a claim's picture is not wanted. */
type Loss =
  /** The row is not `capturing` with the claim's attempt number: another attempt has it, or the crash rule ended it. */
  | 'superseded'
  /** The preview's row was removed. */
  | 'removed'

/** Why the claim's picture is not wanted; null while the row is still this claim's. */
export async function findLoss({ db }: DbDeps, claim: Claim): Promise<Loss | null> {
  const row = await db.preview.findUnique({
    where: { id: claim.previewId },
    select: { attempt: true, status: true },
  })
  if (!row) return 'removed'
  return row.attempt === claim.attempt && row.status === 'capturing' ? null : 'superseded'
}

/** Makes the preview `captured` if the row is still this claim's. Otherwise changes nothing and resolves to why. */
export async function recordPicture(
  { db, clock }: RowDeps,
  claim: Claim,
  { width, height, truncated, engineVersion, pictureSha256 }: PictureFacts,
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
      pictureSha256,
      failure: null,
      failedAt: null,
    },
  })
  return count === 1 ? 'captured' : ((await findLoss({ db }, claim)) ?? 'superseded')
}

/** Records that the claim's attempt failed. Resolves to what follows; null, and no change, for another's row. */
export async function recordFailure(
  { db, clock }: RowDeps,
  claim: Claim,
  failure: CaptureFailure,
  drawnBy: DrawnBy = { isRealClient: false },
): Promise<AfterFailure | null> {
  const after = afterFailure(claim.attempt, failure, drawnBy)
  const { isFinal, attempt } = after
  const data: Partial<Preview> = isFinal
    ? { status: 'failed', failure, failedAt: clock.now(), deadlineAt: null }
    : { status: 'pending', failure, deadlineAt: null, attempt }
  const { count } = await db.preview.updateMany({ where: whileClaimed(claim), data })
  return count === 1 ? after : null
}
