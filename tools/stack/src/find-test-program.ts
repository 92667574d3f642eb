import { existsSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages, type PackagesFolder } from './debian-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import { progress } from './progress'

interface TestProgram {
  programs: Readonly<Record<string, string>>
  without: readonly string[]
  /** Megabytes to download. */
  size: number
  release?: string
}

const testPrograms = {
  /** Runs the queries of our dashboards and alerts. */
  prometheus: {
    programs: { prometheus: 'usr/bin/prometheus', promtool: 'usr/bin/promtool' },
    // Pages and fonts of its web interface, and the package that adds its system user.
    without: [
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
    ],
    size: 19,
  },
  /** Stands in front of event streams as operators' proxies do. */
  nginx: { programs: { nginx: 'usr/sbin/nginx' }, without: ['iproute2'], size: 1 },
  tinyproxy: { programs: { tinyproxy: 'usr/bin/tinyproxy' }, without: ['adduser', 'logrotate'], size: 1 },
  rclone: { programs: { rclone: 'usr/bin/rclone' }, without: [], size: 14 },
  caddy: { programs: { caddy: 'usr/bin/caddy' }, without: ['libnss3-tools', 'media-types'], size: 9 },
  /** Builds infra/k8s. Debian 12's knows no components of kustomize. */
  kubectl: { programs: { kubectl: 'usr/bin/kubectl' }, without: [], size: 16, release: 'trixie' },
  /** Judges emails by its local tests. Its modules must be those of its own Perl. */
  spamd: {
    programs: { spamd: 'usr/sbin/spamd', perl: 'usr/bin/perl' },
    // Of the scripts that install it, and of sa-update, which needs a network.
    without: ['adduser', 'curl', 'libwww-perl', 'systemd', 'sysvinit-utils', 'ucf', 'w3m'],
    size: 12,
  },
} as const satisfies Record<string, TestProgram>

export type TestProgramName = keyof typeof testPrograms

/** From `searchPath`, else downloaded from Debian; null when that fails, and its tests are skipped. */
export async function findTestProgram(
  name: TestProgramName,
  searchPath: string,
  packages: PackagesFolder,
): Promise<string | null> {
  const { identity } = packages
  const { programs, without, size, release }: TestProgram = testPrograms[name]
  const names = Object.keys(programs)
  const onPath = findProgram([name], searchPath, identity)
  const folder = onPath && path.dirname(onPath)
  if (folder && names.every((each) => findProgram([each], folder, identity))) return folder
  const brought = path.join(packages.path, name, 'bin')
  if (names.every((each) => existsSync(path.join(brought, each)))) return brought
  progress(`downloading ${name} from Debian (${size} MB)`)
  try {
    await bringDebianPackages({ name, packages: [name], without, programs, release }, packages)
    return brought
  } catch (error) {
    packages.signal.throwIfAborted()
    progress(`without ${name} its tests are skipped: ${(error as Error).message}`)
    return null
  }
}
