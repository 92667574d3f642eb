import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readProcessStat } from '@pas/runtime/process-stat'

/** `pas-<engine>-<process id>.<start time>-`: a later worker may have the same process id. */
const folderName = /^pas-[a-z]+-(\d+)\.(\d+)-/

export const createScratchFolder = (engine: string): string =>
  mkdtempSync(path.join(tmpdir(), `pas-${engine}-${process.pid}.${startedAtTick(process.pid) ?? 0}-`))

/** Best effort: a killed program may still write. The next worker removes the rest. */
export function removeScratchFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch {
    return
  }
}

/** In a container the next worker often has a killed worker's process id. */
export function removeAbandonedScratchFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid = '', tick] = folderName.exec(name) ?? []
    if (tick !== undefined && tick !== startedAtTick(Number(pid)))
      removeScratchFolder(path.join(tmpdir(), name))
  }
}

const startedAtTick = (pid: number): string | undefined => readProcessStat(pid)?.startedAtTick
