import type { RowDeps } from '@pas/db/row-deps'
import { takesCapturesWhere } from '@pas/emails/email-rows'

/**
 * Makes a preview whose picture the image service found missing `pending` again; the next request or the reconciler
 * then queues it, and it is drawn under the same path. Only while its email takes captures and the row still has the
 * attempt that drew it. The attempt number stays: the job that drew the picture has the id of the number before, so the
 * new job's id is free. Resolves to whether the row was changed.
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
