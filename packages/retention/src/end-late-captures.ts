import { failLateCaptures } from '@pas/captures/fail-content-gone'
import { withdrawCaptures, type CaptureQueues } from '@pas/captures/request-captures'
import { inBatches } from './in-batches'
import type { RetentionDeps } from './retention-deps'

const size = 1_000

/**
 * Ends captures that wait still when their email's grace is over: `failed` with `content_gone`, their jobs withdrawn. Resolves to how many.
 * Begun one after the other they would each hold the content until their deadline, for as long as there are any.
 */
export function endLateCaptures({
  captureQueues,
  signal,
  ...deps
}: RetentionDeps & { captureQueues: CaptureQueues }): Promise<number> {
  return inBatches(signal, async () => {
    const ended = await failLateCaptures(deps, size)
    await withdrawCaptures(captureQueues, ended)
    return { found: ended.length, done: ended.length }
  })
}
