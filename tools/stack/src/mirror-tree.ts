import {
  chmodSync,
  constants,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readlinkSync,
  rmSync,
  symlinkSync,
  utimesSync,
} from 'node:fs'
import path from 'node:path'
import { setImmediate } from 'node:timers/promises'

/**
 * Makes a mirror that everyone can read: hard links where file system and mode allow, else copies. Removes other
 * entries. `leaveOut` gets paths relative to `source`. Handles signals between two folders.
 */
export async function mirrorTree(
  source: string,
  target: string,
  leaveOut: (relative: string) => boolean = () => false,
  relative = '',
): Promise<void> {
  await setImmediate()
  mkdirSync(target, { recursive: true, mode: 0o755 })
  const kept = new Set<string>()
  for (const entry of readdirSync(source, { withFileTypes: true })) {
    const entryPath = path.join(relative, entry.name)
    if (leaveOut(entryPath)) continue
    kept.add(entry.name)
    const from = path.join(source, entry.name)
    const to = path.join(target, entry.name)
    if (entry.isDirectory()) await mirrorTree(from, to, leaveOut, entryPath)
    else if (entry.isSymbolicLink()) mirrorLink(from, to)
    else if (entry.isFile()) mirrorFile(from, to)
  }
  for (const name of readdirSync(target)) {
    if (!kept.has(name)) rmSync(path.join(target, name), { recursive: true, force: true })
  }
}

/** Readable by everyone, and executable when `from` is. */
export function mirrorFile(from: string, to: string): void {
  const source = lstatSync(from)
  const present = lstatSync(to, { throwIfNoEntry: false })
  if (present?.ino === source.ino && present.dev === source.dev) return
  if (present) rmSync(to, { recursive: true, force: true })
  const mode = source.mode & 0o111 ? 0o755 : 0o644
  if ((source.mode & 0o555) === (mode & 0o555)) {
    try {
      linkSync(from, to)
      return
    } catch {
      // Another file system, or the kernel forbids linking this file: copy it.
    }
  }
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
  chmodSync(to, mode)
  // The build compares modification times.
  utimesSync(to, source.atime, source.mtime)
}

function mirrorLink(from: string, to: string): void {
  const goal = readlinkSync(from)
  const present = lstatSync(to, { throwIfNoEntry: false })
  if (present?.isSymbolicLink() && readlinkSync(to) === goal) return
  rmSync(to, { recursive: true, force: true })
  symlinkSync(goal, to)
}
