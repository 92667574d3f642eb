import type { CaptureDeps } from './capture-deps'

/**
 * Makes a capture whose picture is gone from storage pending again, so that it is drawn anew under the same path by the next request for
 * the preview or by the reconciler. Only while its email takes captures, and only while the attempt that drew it stands. The attempt
 * number stays, so that the new capture is a new job. Resolves to whether it is drawn again.
 */
export async function requeueLostCapture(
  { db, clock }: CaptureDeps,
  { previewId, attempt }: { previewId: string; attempt: number },
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
