import { readdirSync, readFileSync } from 'node:fs'

/** The page size of Linux, the unit of memory in /proc. */
const pageBytes = 4096

/** A process and all its descendants, with zombies. */
export interface ProcessTree {
  count: number
  /** The sum of resident sizes; pages that processes share count in each. */
  residentBytes: number
}

/** Counts a process and all its descendants. */
export function processTree(rootPid: number): ProcessTree {
  const children = new Map<number, { pid: number; pages: number }[]>()
  for (const name of readdirSync('/proc')) {
    if (!/^\d+$/.test(name)) continue
    const fields = statFields(name)
    const parent = Number(fields[1])
    children.set(parent, [...(children.get(parent) ?? []), { pid: Number(name), pages: Number(fields[21]) }])
  }
  const tree = [{ pid: rootPid, pages: Number(statFields(String(rootPid))[21]) }]
  for (const { pid } of tree) tree.push(...(children.get(pid) ?? []))
  return { count: tree.length, residentBytes: tree.reduce((sum, { pages }) => sum + pages, 0) * pageBytes }
}

/**
 * The fields of /proc/PID/stat from state (field 3) on: index 1 is ppid, index 21 rss. The program's name before them
 * may contain anything and ends at the last parenthesis (proc_pid_stat(5)). Empty when the process has ended.
 */
function statFields(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
