import { readdirSync, readFileSync } from 'node:fs'

/** These processes and all that they started, as far as it still runs. */
export function withDescendants(pids: readonly number[], parents = readParents()): number[] {
  const found = new Set(pids)
  // Children have higher numbers than their parents, but where the numbers began anew.
  for (let grown = true; grown;) {
    const before = found.size
    for (const [pid, parent] of parents) if (found.has(parent)) found.add(pid)
    grown = found.size > before
  }
  return [...found]
}

/** The parent of every process of this machine. */
export function readParents(): Map<number, number> {
  const parents = new Map<number, number>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const parent = readStat(Number(name))[1]
    if (parent !== undefined) parents.set(Number(name), Number(parent))
  }
  return parents
}

/** The fields of `/proc/PID/stat` (proc_pid_stat(5)) from the third on, the state; empty when the process has ended. */
export function readStat(pid: number): string[] {
  const stat = readProcFile(pid, 'stat')
  // The name in brackets may hold anything.
  return stat === '' ? [] : stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}

/** Empty when the process has ended, or lets nobody look. */
export function readProcFile(pid: number, name: string): string {
  try {
    return readFileSync(`/proc/${pid}/${name}`, 'utf8')
  } catch {
    return ''
  }
}
