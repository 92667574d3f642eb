import type { CaptureQueues } from '@pas/captures/request-captures'
import type { RetentionDeps } from './retention-deps'
import { IncompleteRunError, UnerasedError } from './retention-errors'
import { runRetention } from './run-retention'
import { sweepObjects } from './sweep-objects'

/** When either part fails, rejects with an `IncompleteRunError` that has both counts. */
export async function runAndSweep(
  deps: RetentionDeps & { captureQueues: CaptureQueues },
  options: { isForced: boolean },
): Promise<Readonly<Record<string, number>>> {
  const failures: { step: string; error: unknown }[] = []
  const retained: object = await runRetention(deps).catch((error: unknown) => {
    if (!(error instanceof IncompleteRunError)) throw error
    failures.push(...error.failures)
    return error.counts
  })
  const swept = await sweepObjects(deps, options).catch((error: unknown) => {
    failures.push({ step: 'sweep', error })
    return error instanceof UnerasedError ? error.done : 0
  })
  const counts = { ...retained, swept }
  if (failures.length > 0) throw new IncompleteRunError(failures, counts)
  return counts
}
