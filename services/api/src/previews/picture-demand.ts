import type { CaptureEvents, CaptureWaiters } from './capture-waiters'

/** Whether pictures are wanted now, so that work nobody watches leaves them the processors. */
export interface PictureDemand {
  isPressing(): boolean
}

/** Who looks at pictures asks for the next one within this time. */
const lastsMs = 2_000

/**
 * `captureEvents` are those of every process, so pictures that are asked of another one count, too. Its own waiting
 * requests count as long as they wait.
 */
export function createPictureDemand(
  captureEvents: readonly CaptureEvents[],
  captureWaiters: Pick<CaptureWaiters, 'size'>,
  now: () => number = () => performance.now(),
): PictureDemand {
  let seenAt = -Infinity
  const see = (): void => {
    seenAt = now()
  }
  for (const events of captureEvents)
    for (const event of ['added', 'active', 'completed'] as const) events.on(event, see)
  return { isPressing: () => captureWaiters.size > 0 || now() - seenAt < lastsMs }
}
