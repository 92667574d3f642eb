import { readFileSync } from 'node:fs'
import { listPids, readProcessStat, type ProcessStat } from '@pas/runtime/process-stat'

/** All processes of this machine, with zombies. */
export const listProcesses = (): ProcessStat[] => listPids().flatMap((pid) => readProcessStat(pid) ?? [])

/** These processes and all their descendants, with zombies. */
export function withDescendants(pids: readonly number[], all = listProcesses()): ProcessStat[] {
  const found = new Set(pids)
  // A child may have a lower pid than its parent, as pids wrap around; so the pass is repeated until it finds nothing
  // more.
  for (let grown = true; grown;) {
    const before = found.size
    for (const { pid, parentPid } of all) if (found.has(parentPid)) found.add(pid)
    grown = found.size > before
  }
  return all.filter(({ pid }) => found.has(pid))
}

/** All descendants of a process, with zombies, without the process itself. */
export const descendantsOf = (rootPid: number): ProcessStat[] =>
  withDescendants([rootPid]).filter(({ pid }) => pid !== rootPid)

export const stillRunning = (processes: readonly ProcessStat[]): ProcessStat[] =>
  processes.filter(({ pid, startedAtTick }) => {
    const now = readProcessStat(pid)
    return now?.startedAtTick === startedAtTick && !now.isZombie
  })

/** The processes in these process groups, with zombies. */
export const processesInGroups = (processGroupIds: readonly number[]): ProcessStat[] =>
  listProcesses().filter(({ processGroupId }) => processGroupIds.includes(processGroupId))

/** How many processes are in these process groups, with zombies. */
export const countInGroups = (processGroupIds: readonly number[]): number =>
  processesInGroups(processGroupIds).length

/** A process's command line, its arguments separated by blanks; empty for a zombie. */
export const commandLineOf = (pid: number): string => readProcFile(pid, 'cmdline').replaceAll('\0', ' ')

/** A file of `/proc/<pid>`; empty when the process has ended, or when this user may not read it. */
export function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
