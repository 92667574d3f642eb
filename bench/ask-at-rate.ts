import { setTimeout as until } from 'node:timers/promises'
import type { Stack } from './stack'

/** A request that was answered: after how many milliseconds, and with what; status 0 when it was not. */
export interface Asked {
  status: number
  ms: number
}

/**
 * Asks for `perSecond` previews a second, evenly, for `seconds`, however many are still under way: who waits for
 * answers before asking again does not see a queue grow. Resolves when all are answered.
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
