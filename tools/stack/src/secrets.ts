import { randomBytes } from 'node:crypto'
import { chownSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import type { Identity } from '@pas/engine-programs/identity'

/** Atomically, readable by `owner` (our own user by default) only. */
export function writePrivateFile(file: string, content: string, owner?: Identity): void {
  const unfinished = `${file}.${randomBytes(6).toString('hex')}.new`
  writeFileSync(unfinished, content, { mode: 0o600, flag: 'wx' })
  if (owner?.isDropped) chownSync(unfinished, owner.uid, owner.gid)
  renameSync(unfinished, file)
}

/** Made at random on the first call. */
export function keptSecret(file: string, make = () => randomBytes(24).toString('base64url')): string {
  const kept = readIfThere(file)
  if (kept) return kept
  const secret = make()
  writePrivateFile(file, secret)
  return secret
}

/** Null when the file does not exist. */
export function readIfThere(file: string): string | null {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
}
