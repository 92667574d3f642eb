import { setTimeout as until } from 'node:timers/promises'
import type { Stack } from '@pas/testing/open-stack'

/**
 * One request: the answer's status, and the milliseconds until the answer. Both are 0 when the request failed without
 * an answer.
 */
export interface Asked {
  status: number
  ms: number
}

/**
 * Requests `perSecond` previews a second for `seconds`, at even intervals and however many requests are still open (an
 * open-loop load): a load that waits for answers before it sends the next request never sees a queue grow. Resolves
 * when all requests have ended.
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
