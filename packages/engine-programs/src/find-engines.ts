import { execFile } from 'node:child_process'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { promisify } from 'node:util'
import type { EngineName } from '@pas/email-clients/email-client'
import { findProgram, isExecutable } from './find-program'
import { spawnIdentity, type Identity } from './identity'
import { librariesBeside } from './libraries-beside'
import { isReachable } from './reachable'

const runFile = promisify(execFile)

/** Programs answer late while others start, and must not count as missing. */
const answerTimeoutMs = 60_000

export interface MissingEngine {
  engine: EngineName
  lacks: string
}

export type EngineFinding = { engine: EngineName; version: string } | MissingEngine

export interface EngineSearch {
  env: Readonly<Record<string, string | undefined>>
  identity: Identity
}

/** Which of these engines `identity` can run. Without Chromium, which `npm start` downloads when it is missing. */
export function findEngines(
  engines: readonly Exclude<EngineName, 'chromium'>[],
  search: EngineSearch,
): Promise<EngineFinding[]> {
  return Promise.all(
    engines.map(async (engine): Promise<EngineFinding> => {
      try {
        return { engine, version: await versionFinders[engine](search) }
      } catch (error) {
        return { engine, lacks: (error as Error).message }
      }
    }),
  )
}

/** Resolves to the version; rejects with an `Error` that says what is missing. */
type FindVersion = (search: EngineSearch) => Promise<string>

const versionFinders: Readonly<Record<Exclude<EngineName, 'chromium'>, FindVersion>> = {
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
    return versionOf('/usr/bin/python3', ['-E', '-s', '-c', webkitVersionScript], search)
  },
  firefox: (search) =>
    versionOf(
      getExecutable(search, search.env.FIREFOX_PATH, [
        '/usr/lib/firefox-esr/firefox-esr',
        '/usr/lib/firefox/firefox',
        '/opt/firefox/firefox',
      ]),
      ['--version'],
      search,
    ),
  thunderbird: (search) =>
    versionOf(
      getExecutable(search, search.env.THUNDERBIRD_PATH, [
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
    return versionOf('/usr/bin/php', ['-r', roundcubeVersionScript], search)
  },
}

/** Python, which fails without the binding, its cairo types or WebKit itself. */
const webkitVersionScript = [
  'import gi',
  "gi.require_version('WebKit2', '4.1')",
  "gi.require_foreign('cairo')",
  'from gi.repository import WebKit2',
  "print('%d.%d.%d' % (WebKit2.get_major_version(), WebKit2.get_minor_version(), WebKit2.get_micro_version()))",
].join('; ')

const roundcubeVersionScript = [
  "if (!in_array('sqlite', PDO::getAvailableDrivers())) exit(1)",
  "preg_match(\"/RCMAIL_VERSION', '([^']+)/\", file_get_contents('/usr/share/roundcube/program/include/iniset.php'), $found)",
  'echo $found[1];',
].join('; ')

function getExecutable(
  { identity }: EngineSearch,
  configured: string | undefined,
  usual: readonly string[],
): string {
  const places = configured === undefined ? usual : [configured]
  const executable = places.find((place) => isExecutable(place) && isReachable(place, identity))
  if (executable === undefined) throw new Error(`there is no ${places[0]}`)
  return executable
}

async function versionOf(program: string, args: readonly string[], search: EngineSearch): Promise<string> {
  if (!existsSync(program)) throw new Error(`there is no ${program}`)
  const options = {
    // No home folder, so that no user files are read or written.
    env: {
      PATH: search.env.PATH ?? '',
      HOME: '/nonexistent',
      LD_LIBRARY_PATH: await librariesBeside(program),
    },
    cwd: path.parse(program).root,
    timeout: answerTimeoutMs,
    ...spawnIdentity(search.identity),
  }
  const { stdout } = await runFile(program, args, options).catch(() => {
    throw new Error(`${program} does not run, or lacks a library or module that it needs`)
  })
  const version = /(?<!\d)\d+(?:\.\d+)+[\w.+~-]*/.exec(stdout)?.[0]
  if (version === undefined) throw new Error(`${program} does not say a version`)
  return version
}
