import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { apart } from '../confinement'
import type { EngineContext } from '../engine-context'
import type { ProgramPlan } from '../supervised/start-program'
import { settingsFiles, type BrowserName } from './browser-arguments'
import { libraryFolder, type BrowserFile } from './browser-files'

/** What a text browser needs of the worker to start. */
export type TextBrowserContext = Pick<EngineContext, 'proxyUrl' | 'isSandboxed' | 'environment' | 'niceness'>

/** CPU seconds, bytes of memory and of files. A large newsletter takes a tenth of a second and 20 MB. */
const limits = ['--cpu=10', `--as=${1024 ** 3}`, `--fsize=${256 * 1024 ** 2}`, '--nofile=64', '--core=0']

/**
 * Own namespaces: no network, not even loopback, and no other process visible; with `--root` no file outside of its
 * root. The program is an ordinary user in them, too, and so has no right that could lead it out.
 */
const confinement = [...apart, '--net', '--ipc']

/** Plan to run a browser that reads `html` on its standard input. Its root folder is made just before it starts. */
export function planConfinedRun(
  name: BrowserName,
  files: readonly BrowserFile[],
  { isSandboxed, environment, niceness }: TextBrowserContext,
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
    niceness,
    stdio: ['pipe', 'pipe', 'pipe'],
    isWatched: true,
  }
}

/** Fills the root with copies: a compromised program could change a linked file for the next run. */
function fillRoot(root: string, name: BrowserName, files: readonly BrowserFile[], html: string): void {
  const settings = settingsFiles[name]
  const folders = [...files.map(({ target }) => target), settings.file].map((file) => path.dirname(file))
  for (const folder of new Set(['tmp', ...folders])) mkdirSync(path.join(root, folder), { recursive: true })
  for (const { source, target } of files) copyFileSync(source, path.join(root, target))
  writeFileSync(path.join(root, settings.file), settings.text)
  writeFileSync(path.join(root, 'email.html'), html)
}
