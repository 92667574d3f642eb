import type { RowDeps } from '@pas/db/row-deps'
import { takesCapturesWhere } from '@pas/emails/email-rows'

/**
 * For a picture that is lost: if the email takes captures and the row has the attempt that drew it, the preview is
 * `pending` again. Resolves to whether it is.
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
      drawnBy: null,
      pictureSha256: null,
    },
  })
  return count === 1
}
