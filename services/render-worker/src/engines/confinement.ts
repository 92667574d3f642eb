import { lstatSync, readlinkSync } from 'node:fs'

/**
 * Own user and PID namespaces: the program cannot read other processes' memory or environment (ptrace(2)), nor signal
 * them. For programs with a sandbox of their own, made inside these.
 */
export const ownNamespaces: readonly string[] =
  'unshare --user --map-current-user --pid --fork --kill-child=KILL'.split(' ')

export interface BubblewrapOptions {
  readable: readonly string[]
  /** The program may write only here; also its working directory. */
  folder: string
  /** False leaves it only its own loopback. */
  hasNetwork: boolean
}

/** Debian's programs read these. No home, no service's data, no mount is among them. */
const systemFiles = [
  '/usr',
  '/var/cache/fontconfig',
  '/etc/alternatives',
  '/etc/fonts',
  '/etc/group',
  '/etc/ld.so.cache',
  '/etc/localtime',
  '/etc/mime.types',
  '/etc/nsswitch.conf',
  '/etc/passwd',
]

/** Debian has them as links into /usr since 12. */
const linkedFolders = ['/bin', '/lib', '/lib32', '/lib64', '/libx32', '/sbin']

/**
 * For programs without a sandbox: bubblewrap with new namespaces, a root of only these files, and its own /proc, /dev
 * and /tmp. It ends with the process that started it.
 */
export function bubblewrapCommand({ readable, folder, hasNetwork }: BubblewrapOptions): string[] {
  return [
    'bwrap',
    '--unshare-all',
    ...(hasNetwork ? ['--share-net'] : []),
    '--die-with-parent',
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...linkedFolders.flatMap(bindLinkedFolder),
    ...[...systemFiles, ...readable].flatMap((file) => ['--ro-bind-try', file, file]),
    ...['--bind', folder, folder, '--remount-ro', '/', '--chdir', folder],
    '--',
  ]
}

function bindLinkedFolder(folder: string): string[] {
  const stats = lstatSync(folder, { throwIfNoEntry: false })
  if (!stats) return []
  return stats.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder]
}
