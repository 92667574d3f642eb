import { readdirSync, readFileSync } from 'node:fs'

/** These processes and all their descendants that still run. */
export function withDescendants(pids: readonly number[], parents = readParents()): number[] {
  const found = new Set(pids)
  // A child may have a lower pid than its parent, as pids wrap around; so the pass is repeated until it finds nothing
  // more.
  for (let grown = true; grown;) {
    const before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
    grown = found.size > before
  }
  return [...found]
}

/** The parent's pid of every process of this machine, by pid. */
export function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = readStat(Number(name))[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  return parents
}

/** The fields of `/proc/PID/stat` (proc_pid_stat(5)) from the third (state) on; empty when the process has ended. */
export function readStat(pid: number): string[] {
  const stat = readProcFile(pid, 'stat')
  // The second field, the program's name in brackets, may contain blanks and brackets itself.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** A file of `/proc/PID`; empty when the process has ended, or when this user may not read it. */
export function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
