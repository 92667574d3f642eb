import type { Preview } from '@pas/db/database'
import type { DbDeps, RowDeps } from '@pas/db/row-deps'
import { decideAfterFailure, type AfterFailure, type EngineKind } from './attempts'
import type { CaptureFailure, Captured } from './capture-state'
import type { Claim } from './claim-capture'

type PictureFacts = Pick<Captured, 'width' | 'height' | 'truncated' | 'drawnBy'> & {
  pictureSha256: Uint8Array<ArrayBuffer>
}

/** Compare-and-set: never matches for a late worker. */
const whileClaimed = ({ previewId, attempt }: Claim) =>
  ({ id: previewId, attempt, status: 'capturing' }) as const

type Loss =
  /** Another attempt has the row, or the crash rule ended this one. */
  | 'superseded'
  /** The preview's row is gone. */
  | 'removed'

/**
 * Whether a captured preview of the email has an equal picture in storage, which is then not erased while this one is
 * unfinished.
 */
export async function findStored(
  { db }: DbDeps,
  claim: Claim,
  pictureSha256: Uint8Array<ArrayBuffer>,
): Promise<'stored' | 'not_stored' | Loss> {
  const [row] = await db.$queryRaw<{ isClaimed: boolean; isStored: boolean }[]>`
    SELECT p.attempt = ${claim.attempt} AND p.status = 'capturing' AS "isClaimed", EXISTS (
             SELECT FROM previews o WHERE o.email_id = p.email_id AND o.status = 'captured' AND o.named_by_hash
                AND o.picture_sha256 = ${pictureSha256}) AS "isStored"
      FROM previews p WHERE p.id = ${claim.previewId}::uuid`
  if (!row) return 'removed'
  if (!row.isClaimed) return 'superseded'
  return row.isStored ? 'stored' : 'not_stored'
}

/** Changes nothing, and resolves to the reason, when the row is no longer the claim's. */
export async function recordPicture(
  { db, clock }: RowDeps,
  claim: Claim,
  { width, height, truncated, drawnBy, pictureSha256 }: PictureFacts,
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
      drawnBy,
      pictureSha256,
      namedByHash: true,
      failure: null,
      failedAt: null,
    },
  })
  if (count === 1) return 'captured'
  return (await findStored({ db }, claim, pictureSha256)) === 'removed' ? 'removed' : 'superseded'
}

/** Null, and no change, when the row is no longer the claim's. */
export async function recordFailure(
  { db, clock }: RowDeps,
  claim: Claim,
  failure: CaptureFailure,
  engine: EngineKind = { isRealClient: false },
): Promise<AfterFailure | null> {
  const after = decideAfterFailure(claim.attempt, failure, engine)
  const { isFinal, attempt } = after
  const data: Partial<Preview> = isFinal
    ? { status: 'failed', failure, failedAt: clock.now(), deadlineAt: null }
    : { status: 'pending', failure, deadlineAt: null, attempt }
  const { count } = await db.preview.updateMany({ where: whileClaimed(claim), data })
  return count === 1 ? after : null
}
