import { requestCaptures, type CaptureQueues, type RequestedCapture } from '@pas/captures/request-captures'
import type { Logger } from '@pas/runtime/logger'
import type { AssetCompletion } from '../assets/complete-assets'

/**
 * `requestCaptures` for captures of one email. When the email still lacks assets, resolves at once, and the captures
 * are queued in the background after its assets were fetched.
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
      // The rows are there: the reconciler queues their captures.
      logger.warn({ err: error }, 'the assets of an email could not be completed; the reconciler will retry')
    })
}
