/**
 * Repeats `work`, one small batch each time, until it finds nothing or `signal` is aborted; resolves to the sum of what it did. Batches
 * hold few locks, for a short time, and stop soon.
 */
export async function inBatches(
  signal: AbortSignal,
  work: () => Promise<{ found: number; done: number }>,
): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const { found, done } = await work()
    sum += done
    // Not before: beside another run a batch may be small although much is left.
    if (found === 0) break
  }
  return sum
}
