import { execFile } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import { EngineStartError } from '../engine-start-error'
import { startTimeoutMs } from '../supervised/start-program'

/** Dovecot's two configuration languages: Debian 12 has 2.3, Debian 13 has 2.4. */
const dovecotSeries = ['2.3', '2.4'] as const
export type DovecotSeries = (typeof dovecotSeries)[number]

/** Where the programs and files of the webmail are. */
export interface RoundcubeInstallation {
  /** E.g. `1.6.5`. */
  version: string
  php: string
  dovecot: string
  dovecotSeries: DovecotSeries
  /** Leads a socket of the file system to PHP's port. */
  socat: string
  /** What PHP's server shows to the browser. */
  publicFolder: string
  /** Holds `defaults.inc.php`. */
  defaultsFolder: string
}

/** Where Debian and its derivatives put them. */
const programFolder = '/usr/share/roundcube'
const installation = {
  php: '/usr/bin/php',
  dovecot: '/usr/sbin/dovecot',
  socat: '/usr/bin/socat',
  publicFolder: '/var/lib/roundcube/public_html',
  defaultsFolder: '/etc/roundcube',
}
const imap = '/usr/lib/dovecot/imap'
const sqliteSchema = `${programFolder}/SQL/sqlite.initial.sql`

/** Roundcube's INSTALL, "Requirements", with the database we choose. */
const phpExtensions = ['ctype', 'dom', 'intl', 'json', 'mbstring', 'openssl', 'pdo_sqlite', 'session', 'xml']

/** Rejects with an `EngineStartError` that says what to install. */
export async function findRoundcube(): Promise<RoundcubeInstallation> {
  const initial = path.join(programFolder, 'program/include/iniset.php')
  const needed = [...Object.values(installation), imap, initial, sqliteSchema]
  const missing = needed.find((file) => !existsSync(file))
  if (missing !== undefined) throw startError(`there is no '${missing}'`)
  const [modules, dovecotVersion] = await Promise.all([
    output(installation.php, ['-m']),
    output(installation.dovecot, ['--version']),
  ])
  const loaded = new Set(modules.toLowerCase().split('\n'))
  const lacking = phpExtensions.find((extension) => !loaded.has(extension))
  if (lacking !== undefined) throw startError(`PHP has no '${lacking}'`)
  const series = dovecotSeries.find((known) => dovecotVersion.startsWith(`${known}.`))
  if (series === undefined) {
    const found = `Dovecot ${dovecotVersion.split(' ', 1).join('')} was found`
    throw new EngineStartError('roundcube', `${found}; it needs Dovecot ${dovecotSeries.join(' or ')}.`)
  }
  const version = /define\('RCMAIL_VERSION', '([^']+)'\)/.exec(readFileSync(initial, 'utf8'))?.[1]
  if (version === undefined) throw startError(`'${initial}' names no version`)
  return { ...installation, dovecotSeries: series, version }
}

async function output(program: string, args: string[]): Promise<string> {
  try {
    const { stdout } = await promisify(execFile)(program, args, { env: {}, timeout: startTimeoutMs })
    return stdout.trim()
  } catch (cause) {
    throw startError(`'${program}' does not run`, { cause })
  }
}

const startError = (what: string, options?: ErrorOptions): EngineStartError =>
  new EngineStartError(
    'roundcube',
    `${what}; type 'apt-get install roundcube-core roundcube-sqlite3 php-cli dovecot-imapd bubblewrap socat'.`,
    options,
  )
