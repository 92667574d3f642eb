import { readProcFile, readStat, withDescendants } from './process-tree'

/** Processor time (user and system) in milliseconds, by kind of process. */
export type ProcessorTime = Readonly<Record<string, number>>

/** USER_HZ, the unit of processor times in /proc; 100 on every Linux that Node runs on. */
const ticksPerSecond = 100

/** The processor time of one process without its children, in milliseconds; 0 when it has ended. */
export const ownProcessorTime = (pid: number): number => msOf(readStat(pid).slice(11, 13))

/** The sum of fields of proc_pid_stat(5) that count ticks, in milliseconds. */
const msOf = (fields: readonly string[]): number =>
  (fields.reduce((sum, field) => sum + Number(field), 0) * 1_000) / ticksPerSecond

/**
 * The processor time so far of these processes and their descendants, also of those that have ended and were waited
 * for. Chromium's processes count by their kind, all others by the name of their root.
 */
export function readProcessorTime(roots: Readonly<Record<string, readonly number[]>>): ProcessorTime {
  const total: Record<string, number> = {}
  for (const [name, pids] of Object.entries(roots)) {
    for (const pid of withDescendants(pids)) {
      // proc_pid_stat(5): utime and stime, and cutime and cstime of children that were waited for.
      const ticks = readStat(pid)
        .slice(11, 15)
        .reduce((sum, field) => sum + Number(field), 0)
      const kind = kindOf(readProcFile(pid, 'cmdline')) ?? name
      total[kind] = (total[kind] ?? 0) + (ticks * 1_000) / ticksPerSecond
    }
  }
  return total
}

/** The processor time from one reading to the next. */
export const timeBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime =>
  Object.fromEntries(Object.entries(after).map(([kind, ms]) => [kind, Math.max(0, ms - (before[kind] ?? 0))]))

/** The sum of several readings, kind by kind. */
export const sumOf = (times: readonly ProcessorTime[]): ProcessorTime => {
  const sum: Record<string, number> = {}
  for (const time of times) for (const [kind, ms] of Object.entries(time)) sum[kind] = (sum[kind] ?? 0) + ms
  return sum
}

/**
 * The kind of a Chromium process; undefined for any other program. A zygote counts as a renderer, as its children's
 * time is that of renderers that have ended.
 */
function kindOf(commandLine: string): string | undefined {
  if (!commandLine.includes('--remote-debugging-pipe') && !commandLine.includes('--type=')) return undefined
  if (/--type=(renderer|zygote)/.test(commandLine)) return 'renderer'
  if (commandLine.includes('--type=gpu-process')) return 'gpu'
  if (commandLine.includes('--type=utility')) return 'network'
  return 'browser'
}
