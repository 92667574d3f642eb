import { readdirSync, readFileSync } from 'node:fs'

/** Linux's page, in which /proc counts. */
const pageBytes = 4096

/** A process and all it started, however deep, zombies too. */
export interface ProcessTree {
  count: number
  /** Shared pages counted in each. */
  residentBytes: number
}

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
 * proc(5): the name, which may hold anything, ends at the last parenthesis; then state, ppid, … and rss as the 22nd.
 */
function statFields(pid: string): string[] {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}
