import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { startTimeoutMs } from '../supervised/start-program'

/** Debian 12 has 2.3, Debian 13 has 2.4, each with a configuration language of its own. */
const dovecotSeries = ['2.3', '2.4'] as const
export type DovecotSeries = (typeof dovecotSeries)[number]

export interface DovecotInstallation {
  program: string
  series: DovecotSeries
}

const dovecot = '/usr/sbin/dovecot'
const imap = '/usr/lib/dovecot/imap'

/** Rejects with an `Error` that says what is missing or not supported. */
export async function findDovecot(): Promise<DovecotInstallation> {
  for (const file of [dovecot, imap]) assertInstalled(file)
  const version = await outputOf(dovecot, ['--version'])
  const series = dovecotSeries.find((known) => version.startsWith(`${known}.`))
  if (series === undefined) {
    const found = version.split(' ', 1).join('')
    throw new Error(`Dovecot ${found} is installed, but only ${dovecotSeries.join(' and ')} are supported`)
  }
  return { program: dovecot, series }
}

export function assertInstalled(file: string): void {
  if (!existsSync(file)) throw new Error(`there is no '${file}'`)
}

/** Resolves to standard output, trimmed. Rejects with an `Error` that names the program. */
export async function outputOf(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: {}, timeout: startTimeoutMs })
    return stdout.trim()
  } catch (cause) {
    throw new Error(`'${program}' does not run`, { cause })
  }
}
