import { existsSync, realpathSync, statSync } from 'node:fs'
import path from 'node:path'
import type { Identity } from './identity'

const readBit = 4
const searchBit = 1

/**
 * Checks the mode bits of all folders above, with and without symbolic links, and no ACLs: a program below root's home
 * would fail only when a service starts it.
 */
export function isReachable(file: string, identity: Identity): boolean {
  if (!identity.isDropped) return existsSync(file)
  let resolved: string
  try {
    resolved = realpathSync(file)
  } catch {
    return false
  }
  const above = [...foldersAbove(path.resolve(file)), ...foldersAbove(resolved)]
  if (!above.every((folder) => isAllowed(folder, searchBit, identity))) return false
  return isAllowed(resolved, statSync(resolved).isDirectory() ? readBit | searchBit : readBit, identity)
}

function foldersAbove(file: string): string[] {
  const parent = path.dirname(file)
  return parent === file ? [] : [parent, ...foldersAbove(parent)]
}

function isAllowed(file: string, bits: number, { uid, gid }: Identity): boolean {
  const { mode, uid: owner, gid: group } = statSync(file)
  // The bits of the owner, the group or all others.
  const shift = owner === uid ? 6 : group === gid ? 3 : 0
  return ((mode >> shift) & bits) === bits
}
