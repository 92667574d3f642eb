import { readProcessStat } from '@pas/runtime/process-stat'
import { commandLineOf, listProcesses, withDescendants } from '@pas/testing/processes'

/** User and system, in milliseconds, by kind of process. */
export type ProcessorTime = Readonly<Record<string, number>>

/** Without its children, in milliseconds; 0 when it has ended. */
export const ownProcessorTime = (pid: number): number => readProcessStat(pid)?.processorMs ?? 0

/** It starts browsers: one that ended would count here with all of its life. */
const worker = 'render-worker'

/**
 * So far, with descendants that have ended and were waited for. Chromium's processes count by their kind, others by the
 * name of their root.
 */
export function readProcessorTime(roots: Readonly<Record<string, readonly number[]>>): ProcessorTime {
  const total: Record<string, number> = {}
  const add = (kind: string, ms: number): void => {
    if (ms > 0) total[kind] = (total[kind] ?? 0) + ms
  }
  const all = listProcesses()
  for (const [name, pids] of Object.entries(roots)) {
    for (const { pid, processorMs, endedChildrenProcessorMs } of withDescendants(pids, all)) {
      const kind = kindOf(commandLineOf(pid)) ?? name
      add(kind, processorMs)
      add(kind === worker ? 'ended browsers' : kind, endedChildrenProcessorMs)
    }
  }
  return total
}

export const timeBetween = (before: ProcessorTime, after: ProcessorTime): ProcessorTime =>
  Object.fromEntries(Object.entries(after).map(([kind, ms]) => [kind, Math.max(0, ms - (before[kind] ?? 0))]))

export const sumOf = (times: readonly ProcessorTime[]): ProcessorTime => {
  const sum: Record<string, number> = {}
  for (const time of times) for (const [kind, ms] of Object.entries(time)) sum[kind] = (sum[kind] ?? 0) + ms
  return sum
}

/**
 * Undefined for programs other than Chromium. A zygote counts as a renderer: its children's time is that of ended
 * renderers.
 */
function kindOf(commandLine: string): string | undefined {
  if (!commandLine.includes('--remote-debugging-pipe') && !commandLine.includes('--type=')) return undefined
  if (/--type=(renderer|zygote)/.test(commandLine)) return 'renderer'
  if (commandLine.includes('--type=gpu-process')) return 'gpu'
  if (commandLine.includes('--type=utility')) return 'network'
  return 'browser'
}
