import type { RowDeps } from '@pas/db/row-deps'
import { takesCapturesWhere } from '@pas/emails/email-rows'

/**
 * Makes a preview whose picture is lost `pending`, if its email takes captures and the row has the attempt that drew
 * it. The new job's id is free: the last job has the number before. Resolves to whether the row was changed.
 */
export async function requeueLostCapture(
  { db, clock }: RowDeps,
  { previewId, attempt }: { previewId: string; attempt: number },
): Promise<boolean> {
  const { count } = await db.preview.updateMany({
    where: {
      id: previewId,
      status: 'captured',
      attempt,
      email: takesCapturesWhere(clock.now()),
    },
    data: {
      status: 'pending',
      deadlineAt: null,
      capturedAt: null,
      width: null,
      height: null,
      truncated: null,
      engineVersion: null,
      pictureSha256: null,
    },
  })
  return count === 1
}
