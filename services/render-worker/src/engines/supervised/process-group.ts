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
  const pids = (await readdir('/proc').catch(() => [])).filter((name) => /^\d+$/.test(name))
  const sizes = await Promise.all(pids.map((pid) => residentPages(pid, processGroupId)))
  return sizes.reduce((sum, pages) => sum + pages, 0) * pageBytes
}

async function residentPages(pid: string, processGroupId: number): Promise<number> {
  const stat = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '')
  // proc(5): the name, which may hold anything, ends at the last parenthesis; then state, ppid, pgrp, … and rss as the 22nd.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  return Number(fields[2]) === processGroupId ? Number(fields[21]) : 0
}
