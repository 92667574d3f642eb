import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apart } from '../confinement'
import type { EngineContext } from '../engine-context'
import type { ProgramPlan } from '../supervised/start-program'
import { settingsFiles, type BrowserName } from './browser-arguments'
import { libraryFolder, type BrowserFile } from './browser-files'

export type TextBrowserContext = Pick<EngineContext, 'proxyUrl' | 'isSandboxed' | 'environment'>

/** What a browser may use up on one document. A large newsletter takes a tenth of a second and 20 MB. */
const limits = ['--cpu=10', `--as=${1024 ** 3}`, `--fsize=${256 * 1024 ** 2}`, '--nofile=64', '--core=0']

/**
 * Namespaces of its own: no network, loopback included, no process to see, and no file but those of its root. An ordinary
 * user in them, as outside: it has no right that could lead it out.
 */
const confinement = [...apart, '--net', '--ipc']

/** What to run to have a browser read `html` on its standard input, in a root of its own that is made just before. */
export function planConfinedRun(
  name: BrowserName,
  files: readonly BrowserFile[],
  { isSandboxed, environment }: TextBrowserContext,
  html: string,
  argumentsIn: (root: string) => string[],
): ProgramPlan {
  return {
    engine: 'text',
    command: '/bin/sh',
    args: (folder) => {
      fillRoot(folder, name, files, html)
      const root = isSandboxed ? '/' : `${folder}/`
      const variables = {
        PATH: environment.PATH ?? '/usr/bin:/bin',
        HOME: `${root}tmp`,
        TMPDIR: `${root}tmp`,
        LC_ALL: 'C.UTF-8',
        LD_LIBRARY_PATH: `${root}${libraryFolder}`,
      }
      return [
        ...['-c', 'cd "$0" && exec "$@" <email.html', folder],
        ...['env', '-i', ...Object.entries(variables).map(([variable, value]) => `${variable}=${value}`)],
        ...['prlimit', ...limits],
        ...(isSandboxed ? [...confinement, `--root=${folder}`] : []),
        `${root}bin/${name}`,
        ...argumentsIn(root),
      ]
    },
    environment,
    stdio: ['pipe', 'pipe', 'pipe'],
    isWatched: true,
  }
}

/** Copies, not links: a program that was taken over owns its files, and could change them for the next. */
function fillRoot(root: string, name: BrowserName, files: readonly BrowserFile[], html: string): void {
  const settings = settingsFiles[name]
  const folders = [...files.map(({ target }) => target), settings.file].map((file) => path.dirname(file))
  for (const folder of new Set(['tmp', ...folders])) mkdirSync(path.join(root, folder), { recursive: true })
  for (const { source, target } of files) copyFileSync(source, path.join(root, target))
  writeFileSync(path.join(root, settings.file), settings.text)
  writeFileSync(path.join(root, 'email.html'), html)
}
