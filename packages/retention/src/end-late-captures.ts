import { failLateCaptures } from '@pas/captures/fail-content-gone'
import { withdrawCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

/** Captures ended in one statement. */
const size = 1_000

/**
 * Makes captures that are still pending `lateCaptureGraceMs` after their email's expiry `failed` with `content_gone`,
 * and withdraws their jobs. Resolves to their number. Without this, a backlog begun one after the other would keep the
 * content from being erased, each attempt until its deadline.
 */
export function endLateCaptures({
  captureQueues,
  signal,
  ...deps
}: RetentionDeps & { captureQueues: CaptureQueues }): Promise<number> {
  return repeatInBatches(signal, async () => {
    const ended = await failLateCaptures(deps, size)
    await withdrawCaptures(captureQueues, ended)
    return { found: ended.length, done: ended.length }
  })
}
