import { mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { readProcessStat } from '@pas/runtime/process-stat'

/**
 * `pas-<engine>-<worker's process id>.<worker's start time>-`. The start time tells a worker from a later one with the
 * same process id.
 */
const folderName = /^pas-[a-z]+-(\d+)\.(\d+)-/

/** Creates an empty folder for one process of `engine`, named after this worker; returns its path. */
export const createScratchFolder = (engine: string): string =>
  mkdtempSync(path.join(tmpdir(), `pas-${engine}-${process.pid}.${startedAtTick(process.pid) ?? 0}-`))

/** Removes a folder, best effort: a killed program may still write. The next worker removes the rest. */
export function removeScratchFolder(folder: string): void {
  try {
    rmSync(folder, { recursive: true, force: true, maxRetries: 3, retryDelay: 50 })
  } catch {
    return
  }
}

/** Removes killed workers' folders. In a container the next worker often has the same process id. */
export function removeAbandonedScratchFolders(): void {
  for (const name of readdirSync(tmpdir())) {
    const [, pid = '', tick] = folderName.exec(name) ?? []
    if (tick !== undefined && tick !== startedAtTick(Number(pid)))
      removeScratchFolder(path.join(tmpdir(), name))
  }
}

const startedAtTick = (pid: number): string | undefined => readProcessStat(pid)?.startedAtTick
