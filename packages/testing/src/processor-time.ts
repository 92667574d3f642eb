/**
 * Processor time that this thread takes for `work` in milliseconds, the better of two runs. Unlike elapsed time it does
 * not count what other processes take on a busy machine, nor the threads with which V8 collects garbage: they wait
 * actively for each other, so on a busy machine they take many times as much.
 */
export function processorMs(work: () => unknown): number {
  return Math.min(once(work), once(work))
}

function once(work: () => unknown): number {
  const start = process.threadCpuUsage()
  work()
  return sinceMs(process.threadCpuUsage(start))
}

/** Processor time that all threads of this process take while `work` runs once, in milliseconds. */
export async function processorMsOf(work: () => unknown): Promise<number> {
  const start = process.cpuUsage()
  await work()
  return sinceMs(process.cpuUsage(start))
}

/** The same of this thread alone, whose event loop other requests wait for. */
export async function threadMsOf(work: () => unknown): Promise<number> {
  const start = process.threadCpuUsage()
  await work()
  return sinceMs(process.threadCpuUsage(start))
}

const sinceMs = ({ user, system }: NodeJS.CpuUsage): number => (user + system) / 1_000
