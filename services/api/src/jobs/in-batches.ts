/**
 * Repeats `work`, which takes at most `size` rows, until it takes fewer or `signal` is aborted; resolves to the sum of what it did. Small
 * batches hold few locks, for a short time, and stop soon.
 */
export async function inBatches(
  { size, signal }: { size: number; signal: AbortSignal },
  work: () => Promise<{ taken: number; done: number }>,
): Promise<number> {
  let sum = 0
  while (!signal.aborted) {
    const { taken, done } = await work()
    sum += done
    if (taken < size) break
  }
  return sum
}
