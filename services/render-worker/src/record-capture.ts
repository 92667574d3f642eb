import { maxCaptureAttempts } from '@pas/capture-queue/capture-queue'
import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Claim } from './claim-preview'
import type { Picture } from './engines/engine'
import type { CaptureError } from './errors'

interface RecordDeps {
  db: Database
  clock: Clock
}

/** While the row still has this attempt's number; a late worker's does not. */
const ours = ({ previewId, attempt }: Claim) => ({ id: previewId, attempt, status: 'capturing' as const })

/** Why a picture is not wanted any more. */
type Loss =
  /** Another attempt has the preview by now. */
  | 'superseded'
  /** There is no preview any more. */
  | 'removed'

/** Null while the row is still this claim's. */
export async function findLoss({ db }: Pick<RecordDeps, 'db'>, claim: Claim): Promise<Loss | null> {
  const row = await db.preview.findUnique({
    where: { id: claim.previewId },
    select: { attempt: true, status: true },
  })
  if (!row) return 'removed'
  return row.attempt === claim.attempt && row.status === 'capturing' ? null : 'superseded'
}

/** The preview is captured, while the row is still this claim's; if not, nothing was changed. */
export async function recordPicture(
  { db, clock }: RecordDeps,
  claim: Claim,
  { width, height, truncated }: Picture,
  engineVersion: string,
): Promise<'captured' | Loss> {
  const { count } = await db.preview.updateMany({
    where: ours(claim),
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
 * The attempt failed; resolves to whether that was its last, and to the row's attempt number from now on. What is tried without end begins a
 * new round of attempts, so that all of them are left for other failures. Null when the row is not this claim's any more.
 */
export async function recordFailure(
  { db, clock }: RecordDeps,
  claim: Claim,
  { kind, maxAttempts }: CaptureError,
): Promise<{ isFinal: boolean; attempt: number } | null> {
  const attemptOfRound = ((claim.attempt - 1) % maxCaptureAttempts) + 1
  const isFinal = attemptOfRound >= maxAttempts
  const endOfRound = claim.attempt - attemptOfRound + maxCaptureAttempts
  const attempt = maxAttempts === Infinity ? endOfRound : claim.attempt
  const data = isFinal
    ? ({ status: 'failed', failure: kind, failedAt: clock.now(), deadlineAt: null } as const)
    : ({ status: 'pending', failure: kind, deadlineAt: null, attempt } as const)
  const { count } = await db.preview.updateMany({ where: ours(claim), data })
  return count === 1 ? { isFinal, attempt } : null
}
