import { listProcesses, readProcFile, withDescendants } from '@pas/testing/processes'

const sampleMs = 2_000

export interface Grown {
  mib: number
  /** The mean of the last third of the samples over that of the second; the first third is the warm-up. */
  ratio: number
}

/** Samples the memory (PSS) of these processes and their descendants until `stop`. */
export function watchMemory(processes: Readonly<Record<string, readonly number[]>>): {
  stop(): Record<string, Grown>
} {
  const samples = Object.fromEntries(Object.keys(processes).map((name) => [name, [] as number[]]))
  const timer = setInterval(() => {
    const all = listProcesses()
    for (const [name, pids] of Object.entries(processes)) samples[name]?.push(memoryOf(pids, all))
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

/** In bytes. */
export const memoryOf = (pids: readonly number[], all = listProcesses()): number =>
  withDescendants(pids, all).reduce((sum, { pid }) => sum + shareOf(pid), 0)

/**
 * PSS in bytes; 0 when it has ended. Where this user may not read smaps_rollup (ADR 6), the resident size: no other
 * process runs that program, so nothing counts twice.
 */
const shareOf = (pid: number): number =>
  Number(
    (/^Pss:\s+(\d+) kB/m.exec(readProcFile(pid, 'smaps_rollup')) ??
      /^VmRSS:\s+(\d+) kB/m.exec(readProcFile(pid, 'status')))?.[1] ?? 0,
  ) * 1_024
