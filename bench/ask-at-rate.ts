import { setTimeout as until } from 'node:timers/promises'
import type { Stack } from '@pas/testing/open-stack'

/** Status, and milliseconds until the answer; both 0 without one. */
export interface Asked {
  status: number
  ms: number
}

/**
 * An open-loop load: even intervals, however many requests are open, as a load that waits for answers never sees a
 * queue grow. Resolves when all requests have ended.
 */
export async function askAtRate(
  stack: Stack,
  perSecond: number,
  seconds: number,
  nextPreview: () => { path: string },
): Promise<Asked[]> {
  const startedAt = performance.now()
  const asking: Promise<Asked>[] = []
  for (let index = 0; index < perSecond * seconds; index++) {
    const dueMs = startedAt + (index * 1_000) / perSecond - performance.now()
    if (dueMs > 0) await until(dueMs)
    asking.push(stack.ask(nextPreview().path).catch(() => ({ status: 0, ms: 0 })))
  }
  return Promise.all(asking)
}
