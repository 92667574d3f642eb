import { lstatSync, readlinkSync } from 'node:fs'

/**
 * A user namespace and one of processes: what runs in them is the same ordinary user to files, but may look into no process that it did not start
 * (ptrace(2): that takes rights in the other's user namespace), its environment included, and has no number to send a signal to. For
 * programs whose own sandbox does the rest; they make it of further namespaces in these.
 */
export const apart: readonly string[] =
  'unshare --user --map-current-user --pid --fork --kill-child=KILL'.split(' ')

/** What a program is left with. */
export interface Corner {
  /** Folders beside the system's programs and libraries; what is not there is left out. */
  readable: readonly string[]
  /** The one folder it may write to. */
  folder: string
  /** Its network is ours; without, it has a loopback of its own and nothing else. */
  hasNetwork: boolean
}

/** What programs of Debian read without being told; nothing of a user, a service or a mount. */
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

/** Parts of /usr that are links to it since Debian 12. */
const linkedFolders = ['/bin', '/lib', '/lib32', '/lib64', '/libx32', '/sbin']

/**
 * The command line of bubblewrap before that of a program which has no sandbox of its own: as `apart`, and with a root in which only these files
 * and folders are, a /proc, a /dev and a /tmp of its own. It ends with the process that started it.
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
