import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import { promisify } from 'node:util'
import { startTimeoutMs } from '../supervised/start-program'

/** Dovecot's two configuration languages: Debian 12 has 2.3, Debian 13 has 2.4. */
const dovecotSeries = ['2.3', '2.4'] as const
export type DovecotSeries = (typeof dovecotSeries)[number]

/** A mail server that serves IMAP. */
export interface DovecotInstallation {
  program: string
  series: DovecotSeries
}

/** Where Debian and its derivatives put it. */
const dovecot = '/usr/sbin/dovecot'
const imap = '/usr/lib/dovecot/imap'

/**
 * Rejects with an `Error` that says what is missing, or that its version is another than we have a configuration for.
 */
export async function findDovecot(): Promise<DovecotInstallation> {
  for (const file of [dovecot, imap]) assertInstalled(file)
  const version = await outputOf(dovecot, ['--version'])
  const series = dovecotSeries.find((known) => version.startsWith(`${known}.`))
  if (series === undefined) {
    const found = version.split(' ', 1).join('')
    throw new Error(`there is a Dovecot ${found} and no ${dovecotSeries.join(' or ')}`)
  }
  return { program: dovecot, series }
}

/** Throws an `Error` that names the file when it is not there. */
export function assertInstalled(file: string): void {
  if (!existsSync(file)) throw new Error(`there is no '${file}'`)
}

/** What a program prints. Rejects with an `Error` that names the program. */
export async function outputOf(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: {}, timeout: startTimeoutMs })
    return stdout.trim()
  } catch (cause) {
    throw new Error(`'${program}' does not run`, { cause })
  }
}
