import { existsSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages } from './debian-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import type { Identity } from '@pas/engine-programs/identity'
import { progress } from './progress'

/** Pages and fonts of its web interface, which nobody opens here, and the script that adds its system user. */
const without = [
  'adduser',
  'fonts-glyphicons-halflings',
  'libjs-bootstrap4',
  'libjs-eonasdan-bootstrap-datetimepicker',
  'libjs-jquery',
  'libjs-jquery-hotkeys',
  'libjs-moment',
  'libjs-moment-timezone',
  'libjs-mustache',
  'libjs-popper.js',
  'libjs-rickshaw',
]

/**
 * The folder with `prometheus` and `promtool`, which tests ask our dashboards' questions: from PATH, else brought from
 * Debian's packages; null when it cannot be brought.
 */
export function findPrometheus(
  searchPath: string,
  packagesFolder: string,
  identity: Identity,
): string | null {
  const onPath = findProgram(['prometheus'], searchPath, identity)
  if (onPath && findProgram(['promtool'], path.dirname(onPath), identity)) return path.dirname(onPath)
  const brought = path.join(packagesFolder, 'prometheus', 'bin')
  if (existsSync(path.join(brought, 'promtool'))) return brought
  progress('bringing prometheus from Debian (19 MB)')
  try {
    const programs = { prometheus: 'usr/bin/prometheus', promtool: 'usr/bin/promtool' }
    bringDebianPackages(
      { name: 'prometheus', packages: ['prometheus'], without, programs },
      packagesFolder,
      identity,
    )
    return brought
  } catch (error) {
    progress(`no prometheus: ${(error as Error).message}`)
    return null
  }
}
