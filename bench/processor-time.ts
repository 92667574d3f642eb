import { readProcFile, readStat, withDescendants } from './process-tree'

/** Processor time in milliseconds, user and system, by what a process is. */
export type ProcessorTime = Readonly<Record<string, number>>

/** USER_HZ, the same on every Linux that Node runs on. */
const ticksPerSecond = 100

/** What one process has taken itself; 0 when it has ended. */
export const ownProcessorTime = (pid: number): number => msOf(readStat(pid).slice(11, 13))

/** Fields of proc_pid_stat(5) that count ticks. */
const msOf = (fields: readonly string[]): number =>
  (fields.reduce((sum, field) => sum + Number(field), 0) * 1_000) / ticksPerSecond

/**
 * What these processes and all that they started have taken so far, also what has ended since and was waited for.
 * Chromium's are told apart; any other goes by the name of its root.
 */
export function readProcessorTime(roots: Readonly<Record<string, readonly number[]>>): ProcessorTime {
  const total: Record<string, number> = {}
  for (const [name, pids] of Object.entries(roots)) {
    for (const pid of withDescendants(pids)) {
      // proc_pid_stat(5): user and system time, and those of children that were waited for.
      const ticks = readStat(pid)
        .slice(11, 15)
        .reduce((sum, field) => sum + Number(field), 0)
      const kind = kindOf(readProcFile(pid, 'cmdline')) ?? name
      total[kind] = (total[kind] ?? 0) + (ticks * 1_000) / ticksPerSecond
    }
  }
  return total
}

/** What was taken from one reading to the next. */
export const timeBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime =>
  Object.fromEntries(Object.entries(after).map(([kind, ms]) => [kind, Math.max(0, ms - (before[kind] ?? 0))]))

export const sumOf = (times: readonly ProcessorTime[]): ProcessorTime => {
  const sum: Record<string, number> = {}
  for (const time of times) for (const [kind, ms] of Object.entries(time)) sum[kind] = (sum[kind] ?? 0) + ms
  return sum
}

/**
 * Which of Chromium's processes; undefined for any other program. A zygote's time is that of renderers that have ended.
 */
function kindOf(commandLine: string): string | undefined {
  if (!commandLine.includes('--remote-debugging-pipe') && !commandLine.includes('--type=')) return undefined
  if (/--type=(renderer|zygote)/.test(commandLine)) return 'renderer'
  if (commandLine.includes('--type=gpu-process')) return 'gpu'
  if (commandLine.includes('--type=utility')) return 'network'
  return 'browser'
}
