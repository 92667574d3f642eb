import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { inCorner } from '../confinement'
import { dovecotConf } from './dovecot-conf'
import { quoted } from './quoted'
import type { Webmail, WebmailPlace } from './webmail'

/** A webmail and where it runs. */
export interface RigPlan extends WebmailPlace {
  webmail: Webmail
  /** The reader's; hexadecimal. */
  password: string
  isSandboxed: boolean
}

/** `sun_path` (unix(7)) ends at 108 bytes with its NUL; Dovecot's longest socket is `/run/login/…`, well under 40. */
export const maxFolderLength = 107 - 40

/**
 * The sockets by which the webmail and the worker meet: the webmail's pages, and the proxy for what a message refers
 * to.
 */
export const webSocketOf = (folder: string): string => path.join(folder, 'run', 'web.sock')
export const proxySocketOf = (folder: string): string => path.join(folder, 'run', 'proxy.sock')

/**
 * What the webmail and Dovecot are left with: programs, the webmail's files, and this folder; a loopback of their own,
 * no network, no process but theirs.
 */
export const webmailCorner = ({ readable }: Pick<Webmail, 'readable'>, folder: string): string[] =>
  inCorner({ readable, folder, hasNetwork: false })

/** Where a mailbox of this plan is a folder. */
export const mailFolderOf = (folder: string): string => path.join(folder, 'mail')

/**
 * Writes the configuration of Dovecot and the webmail, and the launcher that starts them; gives the launcher's path.
 */
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

/** Starts Dovecot, the webmail's programs and the way to them from outside; ends when one of them does. */
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
 * Starts the webmail beside the browser, whose command line it is given; all are one process group, and when one of
 * them ends, for whatever reason, all do. The browser ends when the worker does, its pipes being closed; nothing else
 * may hold them.
 */
function launcher({ webmail, folder, isSandboxed }: RigPlan): string {
  const corner = isSandboxed ? webmailCorner(webmail, folder) : []
  const command = [...corner, '/bin/sh', path.join(folder, 'webmail.sh')].map(quoted).join(' ')
  return `{ ${command}; kill -s KILL -- -$$; } </dev/null 3<&- 4>&- &
"$@"
kill -s KILL -- -$$
`
}
