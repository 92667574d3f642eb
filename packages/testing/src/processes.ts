import { readFileSync } from 'node:fs'
import { listPids, readProcessStat, type ProcessStat } from '@pas/runtime/process-stat'

/** All lists here include zombies. */
export const listProcesses = (): ProcessStat[] => listPids().flatMap((pid) => readProcessStat(pid) ?? [])

export function withDescendants(pids: readonly number[], all = listProcesses()): ProcessStat[] {
  const tree = new Set(pids)
  // Pids wrap around, so a child's may be lower than its parent's: repeat until nothing more is found.
  for (let hasGrown = true; hasGrown;) {
    const before = tree.size
    for (const { pid, parentPid } of all) if (tree.has(parentPid)) tree.add(pid)
    hasGrown = tree.size > before
  }
  return all.filter(({ pid }) => tree.has(pid))
}

export const descendantsOf = (rootPid: number): ProcessStat[] =>
  withDescendants([rootPid]).filter(({ pid }) => pid !== rootPid)

export const stillRunning = (processes: readonly ProcessStat[]): ProcessStat[] =>
  processes.filter(({ pid, startedAtTick }) => {
    const now = readProcessStat(pid)
    return now?.startedAtTick === startedAtTick && !now.isZombie
  })

export const processesInGroups = (processGroupIds: readonly number[]): ProcessStat[] =>
  listProcesses().filter(({ processGroupId }) => processGroupIds.includes(processGroupId))

export const countInGroups = (processGroupIds: readonly number[]): number =>
  processesInGroups(processGroupIds).length

/** Arguments separated by blanks; empty for a zombie. */
export const commandLineOf = (pid: number): string => readProcFile(pid, 'cmdline').replaceAll('\0', ' ')

/** Empty when the process has ended, or this user may not read it. */
export function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
