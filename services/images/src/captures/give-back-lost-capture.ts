import type { Database } from '@pas/db/database'
import type { Clock } from '@pas/runtime/clock'
import type { Capture } from './get-capture'

/**
 * Makes a capture whose object is gone pending again, so that it is drawn anew under the same path
 * (contract §4), by the next request for the preview or by the reconciler. Only while its email takes captures, and only while the attempt that drew it stands: the attempt's number stays,
 * so the new capture is a new job. Resolves to whether it is drawn again.
 */
export async function giveBackLostCapture(
  { db, clock }: { db: Database; clock: Clock },
  { previewId, attempt }: Capture,
): Promise<boolean> {
  const { count } = await db.preview.updateMany({
    where: {
      id: previewId,
      status: 'captured',
      attempt,
      email: { expiresAt: { gt: clock.now() }, contentErasedAt: null },
    },
    data: {
      status: 'pending',
      deadlineAt: null,
      capturedAt: null,
      width: null,
      height: null,
      truncated: null,
      engineVersion: null,
    },
  })
  return count === 1
}
