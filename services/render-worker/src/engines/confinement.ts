import { lstatSync, readlinkSync } from 'node:fs'

/**
 * Command line that starts a program in its own user and PID namespaces. The program keeps our user id for files, but
 * cannot read another process's memory or environment (ptrace(2) needs rights in that process's user namespace), nor
 * signal it, as it sees no process ids but its own. For programs that confine the email by a sandbox of their own, made
 * of further namespaces inside these.
 */
export const apart: readonly string[] =
  'unshare --user --map-current-user --pid --fork --kill-child=KILL'.split(' ')

/** What a program under `inCorner` may read, write and connect to. */
export interface Corner {
  /** Readable folders besides the system's programs and libraries; missing ones are left out. */
  readable: readonly string[]
  /** The only folder it may write to, and its working directory. */
  folder: string
  /** True: it shares the worker's network. False: it has a network namespace with nothing but its own loopback. */
  hasNetwork: boolean
}

/** Files and folders that Debian's programs read by default; no user's home, no service's data, no mount. */
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

/** Since Debian 12 these are symbolic links into /usr. */
const linkedFolders = ['/bin', '/lib', '/lib32', '/lib64', '/libx32', '/sbin']

/**
 * Command line of bubblewrap that starts a program which has no sandbox of its own: namespaces as `apart`'s, a root
 * that holds only these files and folders, and its own /proc, /dev and /tmp. The program is killed when the process
 * that started it dies.
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
