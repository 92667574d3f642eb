import {
  chmodSync,
  chownSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  rmSync,
  statfsSync,
} from 'node:fs'
import { freemem, tmpdir } from 'node:os'
import path from 'node:path'
import type { Identity } from '@pas/engine-programs/identity'
import { isReachable } from '@pas/engine-programs/reachable'
import type { Home } from '@pas/stack/home'

/** Linux's file system in memory (shm_overview(7)). */
const memoryFolder = '/dev/shm'
/** Twenty times what the stores of a short run take; a long one takes more. */
const minimumFreeBytes = 4 * 1024 ** 3

export interface ScratchFolders {
  /** For files of tests, logs and process records. */
  scratch: string
  /**
   * The throw-away stores' data. In memory if there is room: a run makes over a hundred databases of 400 files each
   * (ADR 52).
   */
  stores: string
  remove(): void
}

/** Also removes what killed runs left in memory. */
export function makeScratchFolders(home: Home, identity: Identity): ScratchFolders {
  const parent = isReachable(tmpdir(), identity) ? tmpdir() : path.dirname(home.user)
  removeLeftovers(memoryFolder, identity)
  const scratch = makeFolder(parent, identity)
  const stores = hasRoom(memoryFolder, identity) ? makeFolder(memoryFolder, identity) : scratch
  for (const [folder, names] of [
    [stores, ['postgres', 'redis']],
    [scratch, ['tmp', 'logs', 'processes']],
  ] as const) {
    for (const name of names) {
      mkdirSync(path.join(folder, name), { mode: 0o700 })
      own(path.join(folder, name), identity)
    }
  }
  // Let other users enter it, for tests of what they can reach inside.
  for (const folder of [scratch, path.join(scratch, 'tmp')]) chmodSync(folder, 0o711)
  return {
    scratch,
    stores,
    remove: () => {
      for (const folder of [scratch, stores]) rmSync(folder, { recursive: true, force: true })
    },
  }
}

const prefix = 'pas-run-'

/** Only `identity` may enter. `removeLeftovers` reads our process id from its name. */
function makeFolder(parent: string, identity: Identity): string {
  const folder = mkdtempSync(path.join(parent, `${prefix}${process.pid}-`))
  own(folder, identity)
  return folder
}

function own(folder: string, { isDropped, uid, gid }: Identity): void {
  if (isDropped) chownSync(folder, uid, gid)
}

function hasRoom(folder: string, identity: Identity): boolean {
  if (!existsSync(folder) || !isReachable(folder, identity)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= minimumFreeBytes && freemem() >= minimumFreeBytes
}

/** Folders of killed runs in memory would stay until the next boot. */
export function removeLeftovers(parent: string, { uid }: Identity): void {
  if (!existsSync(parent)) return
  for (const name of readdirSync(parent)) {
    const pid = new RegExp(`^${prefix}(\\d+)-`).exec(name)?.[1]
    if (pid === undefined || existsSync(`/proc/${pid}`)) continue
    const folder = path.join(parent, name)
    if (lstatSync(folder).uid === uid) rmSync(folder, { recursive: true, force: true })
  }
}
