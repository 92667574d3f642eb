import { existsSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages, type PackagesFolder } from './debian-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import { progress } from './progress'

/**
 * Unneeded dependencies: pages and fonts of its web interface, which tests do not open, and the package that adds its
 * system user.
 */
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
 * Folder of `prometheus` and `promtool`, with which tests run the queries of our dashboards and alerts: from
 * `searchPath`, else downloaded as a Debian package; null when that fails.
 */
export async function findPrometheus(searchPath: string, packages: PackagesFolder): Promise<string | null> {
  const { identity } = packages
  const onPath = findProgram(['prometheus'], searchPath, identity)
  if (onPath && findProgram(['promtool'], path.dirname(onPath), identity)) return path.dirname(onPath)
  const brought = path.join(packages.path, 'prometheus', 'bin')
  if (existsSync(path.join(brought, 'promtool'))) return brought
  progress('downloading prometheus from Debian (19 MB)')
  try {
    const programs = { prometheus: 'usr/bin/prometheus', promtool: 'usr/bin/promtool' }
    await bringDebianPackages({ name: 'prometheus', packages: ['prometheus'], without, programs }, packages)
    return brought
  } catch (error) {
    packages.signal.throwIfAborted()
    progress(`without Prometheus its tests are skipped: ${(error as Error).message}`)
    return null
  }
}
