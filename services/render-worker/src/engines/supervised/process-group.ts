import { readdir, readFile } from 'node:fs/promises'

/** Linux's page, in which /proc counts; every platform Debian has a headless shell for uses it. */
const pageBytes = 4096

/** Ends every process of a group at once; nothing when none is left. */
export function killProcessGroup(processGroupId: number): void {
  try {
    process.kill(-processGroupId, 'SIGKILL')
  } catch {
    return
  }
}

/** Resident memory of all processes of a group, shared pages counted in each; 0 where there is no /proc. */
export async function residentBytes(processGroupId: number): Promise<number> {
  const [names, newest] = await Promise.all([readdir('/proc').catch(() => []), newestPid()])
  // The first of a group is its oldest, and so, until process ids begin anew, the one with the lowest: this leaves out most of a busy machine.
  const lowest = newest >= processGroupId ? processGroupId : 0
  const pids = names.filter((name) => /^\d+$/.test(name) && Number(name) >= lowest)
  const sizes = await Promise.all(pids.map((pid) => residentPages(pid, processGroupId)))
  return sizes.reduce((sum, pages) => sum + pages, 0) * pageBytes
}

/** The id that was given out last (proc_loadavg(5)); 0 when nobody says. */
async function newestPid(): Promise<number> {
  const loads = await readFile('/proc/loadavg', 'utf8').catch(() => '')
  return Number(loads.trim().split(' ').at(-1) ?? 0)
}

async function residentPages(pid: string, processGroupId: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // proc(5): the name, which may hold anything, ends at the last parenthesis; then state, ppid, pgrp, … and rss as the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[2]) === processGroupId ? Number(fields[21]) : 0
}
