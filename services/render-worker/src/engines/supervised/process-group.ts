import { readdir, readFile } from 'node:fs/promises'
import { parseProcessStat } from '@pas/runtime/process-stat'

export function killProcessGroup(processGroupId: number): void {
  try {
    process.kill(-processGroupId, 'SIGKILL')
  } catch {
    return
  }
}

/** Bytes; counts shared pages in each process; 0 without /proc. */
export async function residentBytes(processGroupId: number): Promise<number> {
  const [names, newest] = await Promise.all([readdir('/proc').catch(() => []), newestPid()])
  // Members have higher ids than their group, unless ids have wrapped around: the others need not be read.
  const lowest = newest >= processGroupId ? processGroupId : 0
  const pids = names.filter((name) => /^\d+$/.test(name) && Number(name) >= lowest)
  const sizes = await Promise.all(pids.map((pid) => residentBytesOf(pid, processGroupId)))
  return sizes.reduce((sum, bytes) => sum + bytes, 0)
}

/** proc_loadavg(5); 0 when it cannot be read. */
async function newestPid(): Promise<number> {
  const loads = await readFile('/proc/loadavg', 'utf8').catch(() => '')
  return Number(loads.trim().split(' ').at(-1) ?? 0)
}

async function residentBytesOf(pid: string, processGroupId: number): Promise<number> {
  const stat = parseProcessStat(await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => ''))
  return stat?.processGroupId === processGroupId ? stat.residentBytes : 0
}
