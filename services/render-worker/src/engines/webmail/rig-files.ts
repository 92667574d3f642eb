import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { bubblewrapCommand } from '../confinement'
import { dovecotConf } from './dovecot-conf'
import { type InstalledWebmail, quoted, type WebmailPlace } from './webmail'

export interface RigPlan extends WebmailPlace {
  webmail: InstalledWebmail
  password: string
  isSandboxed: boolean
}

/** A socket's path has at most 107 bytes (unix(7)), of which Dovecot's `/run/login/…` needs less than 40. */
export const maxFolderBytes = 107 - 40

export const webSocketOf = (folder: string): string => path.join(folder, 'run', 'web.sock')
export const proxySocketOf = (folder: string): string => path.join(folder, 'run', 'proxy.sock')

/**
 * Leaves webmail and Dovecot the system's programs, the webmail's files and this folder; no network but their own
 * loopback.
 */
export const webmailConfinement = (
  { readable }: Pick<InstalledWebmail, 'readable'>,
  folder: string,
): string[] => bubblewrapCommand({ readable, folder, hasNetwork: false })

export const mailFolderOf = (folder: string): string => path.join(folder, 'mail')

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
  write('launcher.sh', launcherScript(plan))
  return path.join(folder, 'launcher.sh')
}

/** Ends when one of the programs does. */
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
 * Kills webmail and browser (its arguments) when one ends. The browser ends when its pipes close, so the webmail must
 * not hold descriptors 3 and 4.
 */
function launcherScript({ webmail, folder, isSandboxed }: RigPlan): string {
  const confinement = isSandboxed ? webmailConfinement(webmail, folder) : []
  const command = [...confinement, '/bin/sh', path.join(folder, 'webmail.sh')].map(quoted).join(' ')
  return `{ ${command}; kill -s KILL -- -$$; } </dev/null 3<&- 4>&- &
"$@"
kill -s KILL -- -$$
`
}
