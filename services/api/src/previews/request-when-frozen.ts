import { requestCaptures, type CaptureQueues, type RequestedCapture } from '@pas/captures/request-captures'
import type { Logger } from '@pas/runtime/logger'
import type { AssetCompletion } from '../emails/complete-assets'

/**
 * As `requestCaptures`, for captures of one email. While the email lacks assets for want of a turn, nothing is put into a queue: that
 * happens by itself once they are there, and this does not wait for it.
 */
export async function requestWhenFrozen(
  {
    captureQueues,
    assetCompletion,
    logger,
  }: { captureQueues: CaptureQueues; assetCompletion: Pick<AssetCompletion, 'complete'>; logger: Logger },
  email: { id: string; assetsDueAt: Date | null },
  captures: readonly RequestedCapture[],
): Promise<void> {
  if (!email.assetsDueAt) return requestCaptures(captureQueues, captures)
  assetCompletion
    .complete(email.id)
    .then(() => requestCaptures(captureQueues, captures))
    .catch((error: unknown) => {
      // The rows stand: the reconciler sees to them.
      logger.warn({ err: error }, 'captures wait for the assets of their email')
    })
}
