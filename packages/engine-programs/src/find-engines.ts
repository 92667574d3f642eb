import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { EngineName } from '@pas/email-clients/email-client'
import { findProgram, isExecutable } from './find-program'
import { spawnIdentity, type Identity } from './identity'
import { isReachable } from './reachable'

const runFile = promisify(execFile)

/** For its version a program takes a second, and many times that while others start: one that is late is not missing. */
const answerTimeoutMs = 60_000

/** An engine this machine has not, and why. */
export interface MissingEngine {
  engine: EngineName
  lacks: string
}

export type EngineFinding = { engine: EngineName; version: string } | MissingEngine

export interface EngineSearch {
  /** PATH, and the variables that say where a program is. */
  env: Readonly<Record<string, string | undefined>>
  /** Who will run them. */
  identity: Identity
}

/** A look for what cannot be brought without installing it; resolves to the version, and throws what is missing. */
type Look = (search: EngineSearch) => Promise<string>

const looks: Readonly<Record<Exclude<EngineName, 'chromium'>, Look>> = {
  text: async (search) => {
    const versions = ['w3m', 'lynx'].map(async (name) => {
      const program = findProgram([name], search.env.PATH ?? '', search.identity)
      if (program === null) throw new Error(`${name} is not on PATH`)
      return `${name}/${await versionOf(program, ['-version'], search)}`
    })
    return (await Promise.all(versions)).join(' ')
  },
  webkit: async (search) => {
    if (findProgram(['Xvfb'], search.env.PATH ?? '', search.identity) === null)
      throw new Error('Xvfb is not on PATH')
    return versionOf('/usr/bin/python3', ['-E', '-s', '-c', webkitVersion], search)
  },
  firefox: (search) =>
    versionOf(
      placeOf(search, search.env.FIREFOX_PATH, [
        '/usr/lib/firefox-esr/firefox-esr',
        '/usr/lib/firefox/firefox',
        '/opt/firefox/firefox',
      ]),
      ['--version'],
      search,
    ),
  thunderbird: (search) =>
    versionOf(
      placeOf(search, search.env.THUNDERBIRD_PATH, [
        '/usr/lib/thunderbird/thunderbird-bin',
        '/usr/lib/thunderbird/thunderbird',
      ]),
      ['--version'],
      search,
    ),
  roundcube: async (search) => {
    const needed = [
      '/usr/share/roundcube/program/include/iniset.php',
      '/usr/share/roundcube/SQL/sqlite.initial.sql',
      '/usr/lib/dovecot/imap',
      '/usr/bin/bwrap',
      '/usr/bin/socat',
    ]
    const missing = needed.find((file) => !isReachable(file, search.identity))
    if (missing !== undefined) throw new Error(`there is no ${missing}`)
    await versionOf('/usr/sbin/dovecot', ['--version'], search)
    return versionOf('/usr/bin/php', ['-r', roundcubeVersion], search)
  },
}

/** The binding, its types for pictures, and the engine itself. */
const webkitVersion = [
  'import gi',
  "gi.require_version('WebKit2', '4.1')",
  "gi.require_foreign('cairo')",
  'from gi.repository import WebKit2',
  "print('%d.%d.%d' % (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()))",
].join('; ')

const roundcubeVersion = [
  "if (!in_array('sqlite', PDO::getAvailableDrivers())) exit(1)",
  "preg_match(\"/RCMAIL_VERSION', '([^']+)/\", file_get_contents('/usr/share/roundcube/program/include/iniset.php'), $found)",
  'echo $found[1];',
].join('; ')

/** What of these engines this machine has, for the user that will run them. Chromium is not among them: one is brought. */
export function findEngines(
  engines: readonly Exclude<EngineName, 'chromium'>[],
  search: EngineSearch,
): Promise<EngineFinding[]> {
  return Promise.all(
    engines.map(async (engine): Promise<EngineFinding> => {
      try {
        return { engine, version: await looks[engine](search) }
      } catch (error) {
        return { engine, lacks: (error as Error).message }
      }
    }),
  )
}

function placeOf(
  { identity }: EngineSearch,
  configured: string | undefined,
  usual: readonly string[],
): string {
  const places = configured === undefined ? usual : [configured]
  const found = places.find((place) => isExecutable(place) && isReachable(place, identity))
  if (found === undefined) throw new Error(`there is no ${places[0]}`)
  return found
}

/** What a program says of its version, asked as the user that will run it. */
async function versionOf(program: string, args: readonly string[], search: EngineSearch): Promise<string> {
  if (!existsSync(program)) throw new Error(`there is no ${program}`)
  const options = {
    // Nothing is read or written for a question.
    env: { PATH: search.env.PATH ?? '', HOME: '/nonexistent' },
    cwd: path.parse(program).root,
    timeout: answerTimeoutMs,
    ...spawnIdentity(search.identity),
  }
  const { stdout } = await runFile(program, args, options).catch(() => {
    throw new Error(`${program} does not run, or lacks what it needs`)
  })
  const version = /\d+(?:\.\d+)+[\w.+~-]*/.exec(stdout)?.[0]
  if (version === undefined) throw new Error(`${program} does not say a version`)
  return version
}
