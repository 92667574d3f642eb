import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inCorner } from '../confinement'
import { dovecotConf } from './dovecot-conf'
import { quoted } from './quoted'
import type { InstalledWebmail, WebmailPlace } from './webmail'

export interface RigPlan extends WebmailPlace {
  webmail: InstalledWebmail
  /** The mailbox user's password, hexadecimal. */
  password: string
  isSandboxed: boolean
}

/**
 * Maximum length in bytes: a socket's path has at most 107 (unix(7), `sun_path`), and Dovecot's `/run/login/…` needs
 * less than 40 of them.
 */
export const maxFolderLength = 107 - 40

/** Sockets between webmail and worker: for the webmail's pages, and for the proxy to the asset origin. */
export const webSocketOf = (folder: string): string => path.join(folder, 'run', 'web.sock')
export const proxySocketOf = (folder: string): string => path.join(folder, 'run', 'proxy.sock')

/**
 * Command line that confines the webmail and Dovecot: they see the system's programs, the webmail's files and this
 * folder, their own processes, and their own loopback as their only network.
 */
export const webmailCorner = ({ readable }: Pick<InstalledWebmail, 'readable'>, folder: string): string[] =>
  inCorner({ readable, folder, hasNetwork: false })

/** Path of the Maildir, in which each mailbox is a folder. */
export const mailFolderOf = (folder: string): string => path.join(folder, 'mail')

/** Writes the configuration of Dovecot and the webmail, and the launcher script; returns its path. */
export function writeRigFiles(plan: RigPlan): string {
  const { folder, webmail } = plan
  const write = (name: string, text: string): void => {
    const file = path.join(folder, name)
    mkdirSync(path.dirname(file), { recursive: true, mode: 0o700 })
    writeFileSync(file, text, { mode: 0o600 })
  }
  for (const name of ['mail', 'run', 'state', 'logs', 'temp'])
    mkdirSync(path.join(folder, name), { mode: 0o700 })
  write(
    'dovecot.conf',
    dovecotConf({ ...plan, series: webmail.dovecot.series, mailFolder: mailFolderOf(folder) }),
  )
  for (const [name, text] of Object.entries(webmail.files(plan))) write(name, text)
  write('webmail.sh', webmailScript(plan))
  write('launcher.sh', launcher(plan))
  return path.join(folder, 'launcher.sh')
}

/**
 * Shell script that runs Dovecot, the webmail's programs, and socat from the worker's socket to them; it ends when one
 * of them does.
 */
function webmailScript(plan: RigPlan): string {
  const { folder, httpPort, webmail } = plan
  const lines = [
    `${quoted(webmail.dovecot.program)} -F -c ${quoted(`${folder}/dovecot.conf`)}`,
    `${quoted(webmail.socat)} UNIX-LISTEN:${quoted(webSocketOf(folder))},fork,backlog=64 TCP:127.0.0.1:${httpPort}`,
    ...webmail.programs(plan),
  ]
  return `${lines.map((line) => `{ ${line}; kill -s KILL $$; } &\n`).join('')}wait\n`
}

/**
 * Shell script that starts the webmail and the browser, whose command line are its arguments, in one process group;
 * when one of them ends, it kills the group. The browser ends when the worker dies, because its pipes close, so the
 * webmail must not hold descriptors 3 and 4.
 */
function launcher({ webmail, folder, isSandboxed }: RigPlan): string {
  const corner = isSandboxed ? webmailCorner(webmail, folder) : []
  const command = [...corner, '/bin/sh', path.join(folder, 'webmail.sh')].map(quoted).join(' ')
  return `{ ${command}; kill -s KILL -- -$$; } </dev/null 3<&- 4>&- &
"$@"
kill -s KILL -- -$$
`
}
