/**
 * Measures this thread in milliseconds, the better of two runs. Does not count other processes, nor V8's garbage
 * collector, whose threads wait actively for each other on a busy machine.
 */
export function leastThreadMs(work: () => unknown): number {
  return Math.min(threadMs(work), threadMs(work))
}

function threadMs(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  return sinceMs(process.threadCpuUsage(start))
}

/** Measures all threads of this process, in milliseconds. */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  return sinceMs(process.cpuUsage(start))
}

/** Measures this thread alone, whose event loop other requests wait for, in milliseconds. */
export async function threadMsOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage()
  await work()
  return sinceMs(process.threadCpuUsage(start))
}

const sinceMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000
