import { readdir, readFile } from 'node:fs/promises'

/**
 * Size of a memory page, the unit of /proc/<pid>/stat. All platforms for which Debian builds a headless shell have 4
 * KiB pages.
 */
const pageBytes = 4096

/** Sends SIGKILL to every process of a group; does nothing when none is left. */
export function killProcessGroup(processGroupId: number): void {
  try {
    process.kill(-processGroupId, 'SIGKILL')
  } catch {
    return
  }
}

/** Resident memory of all processes of a group in bytes, shared pages counted in each process; 0 without /proc. */
export async function residentBytes(processGroupId: number): Promise<number> {
  const [names, newest] = await Promise.all([readdir('/proc').catch(() => []), newestPid()])
  // A group's id is that of its oldest process, so members have higher ids, unless ids have wrapped around since.
  // Reading only those spares most of a busy machine's processes.
  const lowest = newest >= processGroupId ? processGroupId : 0
  const pids = names.filter((name) => /^\d+$/.test(name) && Number(name) >= lowest)
  const sizes = await Promise.all(pids.map((pid) => residentPages(pid, processGroupId)))
  return sizes.reduce((sum, pages) => sum + pages, 0) * pageBytes
}

/** The process id that the kernel assigned last (proc_loadavg(5)); 0 when /proc/loadavg cannot be read. */
async function newestPid(): Promise<number> {
  const loads = await readFile('/proc/loadavg', 'utf8').catch(() => '')
  return Number(loads.trim().split(' ').at(-1) ?? 0)
}

async function residentPages(pid: string, processGroupId: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // proc(5): the command name may contain anything and ends at the last parenthesis. Of the fields after it pgrp has
  // index 2, rss index 21.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[2]) === processGroupId ? Number(fields[21]) : 0
}
