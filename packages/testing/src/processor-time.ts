/**
 * Milliseconds of the processor that `work` takes at best of two: on a busy machine the clock goes on while others have
 * it. Garbage collection counts.
 */
export function processorMs(work: () => unknown): number {
  return Math.min(once(work), once(work))
}

function once(work: () => unknown): number {
  const start = process.cpuUsage()
  work()
  const { user, system } = process.cpuUsage(start)
  return (user + system) / 1_000
}
