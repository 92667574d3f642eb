import { auditQueueName } from '@pas/checks/audit-job'
import type { CaptureEvents, CaptureWaiters } from './capture-waiters'

/** Whether pictures are wanted now, so that work nobody watches leaves them the processors. */
export interface PictureDemand {
  isPressing(): boolean
}

/** Who looks at pictures asks for the next one within this time. */
const lastsMs = 2_000

/** Of captures that have begun and whose end was not heard: more than the default JOB_TIMEOUT_MS. */
const forgottenMs = 60_000
const maxRunning = 1_000

/**
 * `captureEvents` are those of every process, so pictures that are asked of another one count, too; not what is
 * measured for checks. This process's own waiting requests count as long as they wait.
 */
export function createPictureDemand(
  captureEvents: readonly CaptureEvents[],
  captureWaiters: Pick<CaptureWaiters, 'size'>,
  now: () => number = () => performance.now(),
): PictureDemand {
  let seenAt = -Infinity
  /** When each began, the first one first. */
  const running = new Map<string, number>()
  const see = (): void => {
    seenAt = now()
  }
  const begin = ({ jobId }: { jobId: string }): void => {
    running.delete(jobId)
    running.set(jobId, now())
    if (running.size > maxRunning) forgetFirst(running)
  }
  const end = ({ jobId }: { jobId: string }): void => void running.delete(jobId)
  for (const events of captureEvents.filter(({ name }) => name !== auditQueueName)) {
    for (const event of ['added', 'active', 'completed'] as const) events.on(event, see)
    events.on('active', begin)
    for (const event of ['completed', 'failed', 'removed'] as const) events.on(event, end)
  }
  const isRunning = (): boolean => {
    for (const startedAt of running.values()) {
      if (now() - startedAt < forgottenMs) break
      forgetFirst(running)
    }
    return running.size > 0
  }
  return { isPressing: () => captureWaiters.size > 0 || now() - seenAt < lastsMs || isRunning() }
}

function forgetFirst(running: Map<string, number>): void {
  for (const jobId of running.keys()) {
    running.delete(jobId)
    return
  }
}
