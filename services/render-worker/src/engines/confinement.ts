import { lstatSync, readlinkSync } from 'node:fs'

/**
 * Own user and PID namespaces: the program cannot read other processes' memory or environment (ptrace(2)), nor signal
 * them. For programs with a sandbox of their own, made inside these.
 */
export const apart: readonly string[] =
  'unshare --user --map-current-user --pid --fork --kill-child=KILL'.split(' ')

export interface Corner {
  readable: readonly string[]
  /** It may write here only; also its working directory. */
  folder: string
  /** False leaves it only its own loopback. */
  hasNetwork: boolean
}

/** Debian's programs read these. No home, no service's data, no mount is among them. */
const systemFiles = [
  ...['/usr', '/var/cache/fontconfig'],
  ...[
    'alternatives',
    'fonts',
    'group',
    'ld.so.cache',
    'localtime',
    'mime.types',
    'nsswitch.conf',
    'passwd',
  ].map((name) => `/etc/${name}`),
]

/** Debian has them as links into /usr since 12. */
const linkedFolders = ['/bin', '/lib', '/lib32', '/lib64', '/libx32', '/sbin']

/**
 * For programs without a sandbox: bubblewrap with `apart`'s namespaces, a root of only these files, and its own /proc,
 * /dev and /tmp. It dies with the process that started it.
 */
export function inCorner({ readable, folder, hasNetwork }: Corner): string[] {
  return [
    'bwrap',
    '--unshare-all',
    ...(hasNetwork ? ['--share-net'] : []),
    '--die-with-parent',
    ...['--proc', '/proc', '--dev', '/dev', '--tmpfs', '/tmp'],
    ...linkedFolders.flatMap(likeHere),
    ...[...systemFiles, ...readable].flatMap((file) => ['--ro-bind-try', file, file]),
    ...['--bind', folder, folder, '--remount-ro', '/', '--chdir', folder],
    '--',
  ]
}

function likeHere(folder: string): string[] {
  const found = lstatSync(folder, { throwIfNoEntry: false })
  if (!found) return []
  return found.isSymbolicLink() ? ['--symlink', readlinkSync(folder), folder] : ['--ro-bind', folder, folder]
}
