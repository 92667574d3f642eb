import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What every such folder is called: whose it is, and which of our processes it is for, by its id and when that began. */
const folderName = /^pas-[a-z]+-(\d+)\.(\d+)-/

/** An empty folder for the files of one process of `engine`, marked as our own process's. */
export const createScratchFolder = (engine: string): string =>
  mkdtempSync(path.join(tmpdir(), `pas-${engine}-${process.pid}.${beginningOf(process.pid) ?? 0}-`))

/** A program that was just killed may still write for a moment; what stays is removed by the next worker's start. */
export function removeScratchFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch {
    return
  }
}

/** Removes what workers that were killed have left; in a container the next worker has the very id of the last. */
export function removeAbandonedScratchFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid = '', beginning] = folderName.exec(name) ?? []
    if (beginning !== undefined && beginning !== String(beginningOf(Number(pid)) ?? ''))
      removeScratchFolder(path.join(tmpdir(), name))
  }
}

/** proc(5): when a process began, in clock ticks since the machine's start, is the 22nd field of its stat; null: there is none. */
function beginningOf(pid: number): number | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    return Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19])
  } catch {
    return null
  }
}
