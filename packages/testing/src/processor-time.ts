/**
 * Processor time of `work` in milliseconds, the better of two runs, garbage collection included. Unlike elapsed time it
 * does not count the time that other processes take on a busy machine.
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
