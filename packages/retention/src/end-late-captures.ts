import { failLateCaptures } from '@pas/captures/fail-content-gone'
import { withdrawCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import { repeatInBatches } from './repeat-in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

/**
 * Without this, a backlog begun one after the other would keep the content, each attempt until its deadline. Resolves
 * to the number of captures.
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
