import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { listUnknownMigrations } from '@pas/db/migrate'
import { version } from '@pas/runtime/version'
import { StackError } from '../progress'
import { readIfThere } from '../secrets'

/**
 * The volume's file `release` names the newest release that was started on it. Throws a `StackError` when that is a
 * newer one; else writes this one.
 */
export function claimVolume(folder: string, release = version): void {
  const file = path.join(folder, 'release')
  const newest = readIfThere(file)?.trim()
  if (newest !== undefined && isNewer(newest, release))
    throw new StackError(
      `The volume was used by release ${newest}, and this is release ${release}, which cannot read what a newer one has written: start release ${newest} or newer, or restore a backup from before the upgrade into a new volume.`,
    )
  writeFileSync(file, `${release}\n`)
}

/** By their numbers, as 1.10.0 is newer than 1.9.0. */
const isNewer = (one: string, other: string): boolean => one.localeCompare(other, 'en', { numeric: true }) > 0

/** Images of one release may have different migrations while it is developed. Throws a `StackError`. */
export async function assertKnownMigrations(databaseUrl: string): Promise<void> {
  const unknown = await listUnknownMigrations(databaseUrl)
  if (unknown.length === 0) return
  throw new StackError(
    `The volume's database has migrations that this image does not know (${unknown.join(', ')}): start the newer image that made them, or restore a backup from before the upgrade into a new volume.`,
  )
}
