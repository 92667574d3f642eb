import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'

const folderName = /^pas-chromium-(\d+)-/

/** An empty folder for one browser's profile, marked with our process id. */
export const createProfileFolder = (): string =>
  mkdtempSync(path.join(tmpdir(), `pas-chromium-${process.pid}-`))

/** A browser that was just killed may still write for a moment; what stays is removed by the next worker's start. */
export function removeProfileFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch {
    return
  }
}

/** Removes what workers that were killed have left. */
export function removeAbandonedProfileFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const pid = folderName.exec(name)?.[1]
    if (pid !== undefined && !isAlive(Number(pid))) removeProfileFolder(path.join(tmpdir(), name))
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
