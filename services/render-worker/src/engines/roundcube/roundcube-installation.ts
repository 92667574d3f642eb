import { readFileSync } from 'node:fs'
import path from 'node:path'
import { assertInstalled, findDovecot, outputOf, type DovecotInstallation } from '../webmail/find-dovecot'

export interface RoundcubeInstallation {
  version: string
  dovecot: DovecotInstallation
  php: string
  socat: string
  publicFolder: string
  defaultsFolder: string
}

const programFolder = '/usr/share/roundcube'
const files = {
  php: '/usr/bin/php',
  socat: '/usr/bin/socat',
  publicFolder: '/var/lib/roundcube/public_html',
  defaultsFolder: '/etc/roundcube',
}
const sqliteSchema = `${programFolder}/SQL/sqlite.initial.sql`

/** Roundcube's INSTALL, "Requirements", and `pdo_sqlite` for our database. */
const phpExtensions = ['ctype', 'dom', 'intl', 'json', 'mbstring', 'openssl', 'pdo_sqlite', 'session', 'xml']

/** Rejects with an `Error` that says what is missing. */
export async function findRoundcube(): Promise<RoundcubeInstallation> {
  const versionFile = path.join(programFolder, 'program/include/iniset.php')
  for (const file of [...Object.values(files), versionFile, sqliteSchema]) assertInstalled(file)
  const [modules, dovecot] = await Promise.all([outputOf(files.php, ['-m']), findDovecot()])
  const loaded = new Set(modules.toLowerCase().split('\n'))
  const lacking = phpExtensions.find((extension) => !loaded.has(extension))
  if (lacking !== undefined) throw new Error(`PHP has no '${lacking}'`)
  const version = /define\('RCMAIL_VERSION', '([^']+)'\)/.exec(readFileSync(versionFile, 'utf8'))?.[1]
  if (version === undefined) throw new Error(`'${versionFile}' names no version`)
  return { ...files, dovecot, version }
}
