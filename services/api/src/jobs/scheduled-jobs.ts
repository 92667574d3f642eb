import type { RetentionDeps } from '@pas/retention/retention-deps'
import { runRetention } from '@pas/retention/run-retention'
import { sweepObjects } from '@pas/retention/sweep-objects'
import { reconcileCaptures } from './reconcile-captures'
import type { ScheduledJob } from './start-scheduled-jobs'

const dayMs = 24 * 60 * 60 * 1000
/** A step that takes longer goes on in the next run, so that many old tokens do not delay the erasing of contents. */
const retentionStepTimeoutMs = 60_000

export function scheduledJobs(
  deps: Omit<RetentionDeps, 'signal'> & Omit<Parameters<typeof reconcileCaptures>[0], 'signal'>,
  { retentionIntervalMs, reconcileIntervalMs }: { retentionIntervalMs: number; reconcileIntervalMs: number },
): ScheduledJob[] {
  return [
    {
      name: 'reconcile',
      everyMs: reconcileIntervalMs,
      attempts: 1,
      run: (signal) => reconcileCaptures({ ...deps, signal }),
    },
    {
      name: 'retention',
      everyMs: retentionIntervalMs,
      attempts: 1,
      // A copy, because an interface has no index signature.
      run: async (signal) => ({
        ...(await runRetention({ ...deps, signal }, { stepTimeoutMs: retentionStepTimeoutMs })),
      }),
    },
    {
      name: 'sweep',
      everyMs: dayMs,
      attempts: 10,
      run: async (signal) => ({ swept: await sweepObjects({ ...deps, signal }) }),
    },
  ]
}
