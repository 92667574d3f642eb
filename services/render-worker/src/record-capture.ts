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

/** What became of a picture; without `captured` nothing was changed. */
type Recorded =
  | 'captured'
  /** Another attempt has the preview by now. */
  | 'superseded'
  /** There is no preview any more. */
  | 'removed'

/** The preview is captured, while the row is still this claim's. */
export async function recordPicture(
  { db, clock }: RecordDeps,
  claim: Claim,
  { width, height, truncated }: Picture,
  engineVersion: string,
): Promise<Recorded> {
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
  if (count === 1) return 'captured'
  const row = await db.preview.findUnique({ where: { id: claim.previewId }, select: { id: true } })
  return row ? 'superseded' : 'removed'
}

/** The attempt failed; resolves to whether that was its last. */
export async function recordFailure(
  { db, clock }: RecordDeps,
  claim: Claim,
  { kind, maxAttempts }: CaptureError,
): Promise<{ isFinal: boolean }> {
  const attemptOfRound = ((claim.attempt - 1) % maxCaptureAttempts) + 1
  const isFinal = attemptOfRound >= maxAttempts
  const data = isFinal
    ? ({ status: 'failed', failure: kind, failedAt: clock.now(), deadlineAt: null } as const)
    : ({ status: 'pending', failure: kind, deadlineAt: null } as const)
  await db.preview.updateMany({ where: ours(claim), data })
  return { isFinal }
}
