import { readParents, readProcFile, withDescendants } from './process-tree'

const sampleMs = 2_000

/** How much memory a kind of process has at the end, and that as a multiple of what it had before. */
export interface Grown {
  mib: number
  /** Of the mean of the last third of the time to that of the second third; the first warms up. */
  ratio: number
}

/**
 * Watches the memory of these processes and all that they started, by their shares of what they share (PSS), until it
 * is stopped.
 */
export function watchMemory(processes: Readonly<Record<string, readonly number[]>>): {
  stop(): Record<string, Grown>
} {
  const samples = Object.fromEntries(Object.keys(processes).map((name) => [name, [] as number[]]))
  const timer = setInterval(() => {
    const parents = readParents()
    for (const [name, pids] of Object.entries(processes)) samples[name]?.push(memoryOf(pids, parents))
  }, sampleMs)
  const mean = (values: readonly number[]): number =>
    values.reduce((sum, value) => sum + value, 0) / values.length
  return {
    stop: () => {
      clearInterval(timer)
      return Object.fromEntries(
        Object.entries(samples).map(([name, values]) => {
          const third = Math.floor(values.length / 3)
          const last = mean(values.slice(2 * third))
          return [name, { mib: last / 2 ** 20, ratio: last / mean(values.slice(third, 2 * third)) }]
        }),
      )
    },
  }
}

/** What these processes and all that they started hold now, in bytes. */
export const memoryOf = (pids: readonly number[], parents = readParents()): number =>
  withDescendants(pids, parents).reduce((sum, pid) => sum + shareOf(pid), 0)

/**
 * In bytes; all that is resident of a process that lets nobody look (ADR 6), whose program no other shares; 0 of one
 * that has ended.
 */
const shareOf = (pid: number): number =>
  Number(
    (/^Pss:\s+(\d+) kB/m.exec(readProcFile(pid, 'smaps_rollup')) ??
      /^VmRSS:\s+(\d+) kB/m.exec(readProcFile(pid, 'status')))?.[1] ?? 0,
  ) * 1_024
