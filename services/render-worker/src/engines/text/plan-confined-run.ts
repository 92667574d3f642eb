import { copyFileSync, mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { ownNamespaces } from '../confinement'
import type { EngineContext } from '../engine-context'
import type { ProgramPlan } from '../supervised/start-program'
import { settingsFiles, type BrowserName } from './browser-arguments'
import { libraryFolder, type BrowserFile } from './browser-files'

export type TextBrowserContext = Pick<EngineContext, 'proxyUrl' | 'isSandboxed' | 'environment' | 'niceness'>

/** A large newsletter takes a tenth of a second and 20 MB. */
const limits = ['--cpu=10', `--as=${1024 ** 3}`, `--fsize=${256 * 1024 ** 2}`, '--nofile=64', '--core=0']

/** Leaves no network, not even loopback, no other process, no right of root; with `--root` no file outside. */
const confinement = [...ownNamespaces, '--net', '--ipc']

/** The browser reads `html` on standard input. Its root is made just before it starts. */
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

/** Copies: a compromised program could change a linked file for the next run. */
function fillRoot(root: string, name: BrowserName, files: readonly BrowserFile[], html: string): void {
  const settings = settingsFiles[name]
  const folders = [...files.map(({ target }) => target), settings.file].map((file) => path.dirname(file))
  for (const folder of new Set(['tmp', ...folders])) mkdirSync(path.join(root, folder), { recursive: true })
  for (const { source, target } of files) copyFileSync(source, path.join(root, target))
  writeFileSync(path.join(root, settings.file), settings.text)
  writeFileSync(path.join(root, 'email.html'), html)
}
