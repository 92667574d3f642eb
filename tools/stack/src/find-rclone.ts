import { existsSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages } from './debian-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import type { Identity } from '@pas/engine-programs/identity'
import { progress } from './progress'

/**
 * The program `rclone`, with which tests run infra/backup: from `searchPath`, else downloaded as a Debian package; null
 * when that fails.
 */
export function findRclone(searchPath: string, packagesFolder: string, identity: Identity): string | null {
  const onPath = findProgram(['rclone'], searchPath, identity)
  if (onPath) return onPath
  const brought = path.join(packagesFolder, 'rclone', 'bin', 'rclone')
  if (existsSync(brought)) return brought
  progress('downloading rclone from Debian (14 MB)')
  try {
    const programs = { rclone: 'usr/bin/rclone' }
    bringDebianPackages({ name: 'rclone', packages: ['rclone'], programs }, packagesFolder, identity)
    return brought
  } catch (error) {
    progress(`without rclone its tests are skipped: ${(error as Error).message}`)
    return null
  }
}
