import { setTimeout } from 'node:timers/promises'

/**
 * Until `work` finds nothing or `signal` aborts; resolves to the sum of `done`. Small batches hold few locks for a
 * short time.
 */
export async function repeatInBatches(
  signal: AbortSignal,
  work: () => Promise<{ found: number; done: number }>,
): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const { found, done } = await work()
    sum += done
    // A small batch is not the last: another run at the same time may hold the locks of others.
    if (found === 0) break
    // A timeout that is due aborts the signal first, also when the machine was too busy to notice it before.
    await setTimeout(0)
  }
  return sum
}
