import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

/** What every such folder is called: whose it is, and which of our processes it is for. */
const folderName = /^pas-[a-z]+-(\d+)-/

/** An empty folder for the files of one process of `engine`, marked with our own process id. */
export const createScratchFolder = (engine: string): string =>
  mkdtempSync(path.join(tmpdir(), `pas-${engine}-${process.pid}-`))

/** A program that was just killed may still write for a moment; what stays is removed by the next worker's start. */
export function removeScratchFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch {
    return
  }
}

/** Removes what workers that were killed have left. */
export function removeAbandonedScratchFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = folderName.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeScratchFolder(path.join(tmpdir(), name))
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // EPERM: alive, and somebody else's.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
