import { requestCaptures, type CaptureQueues, type RequestedCapture } from '@pas/captures/request-captures'
import type { Logger } from '@pas/runtime/logger'
import type { AssetCompletion } from '../assets/complete-assets'

/** While the email lacks assets, queues in the background after they are fetched. */
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
      // The reconciler queues the rows.
      logger.warn({ err: error }, 'the assets of an email could not be completed; the reconciler will retry')
    })
}
