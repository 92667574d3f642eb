import { existsSync, readdirSync } from 'node:fs'
import { homedir } from 'node:os'
import path from 'node:path'
import { bringDebianPackages, type PackagesFolder } from './debian-packages'
import { findProgram, isExecutable } from '@pas/engine-programs/find-program'
import { mirrorTree } from './mirror-tree'
import { progress, StackError } from './progress'
import { isReachable } from '@pas/engine-programs/reachable'

/** Preferred to any full Chromium: a headless shell draws in half the time. */
const shellNames = ['chromium-headless-shell', 'chrome-headless-shell']
const chromiumNames = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable']
/** Not its /usr/bin script, which stays the parent process, so that signals would end the script instead. */
const debianShell = '/usr/lib/chromium/chromium-headless-shell'

export interface ChromiumSearch {
  searchPath: string
  /** Null: ~/.cache/ms-playwright. */
  playwrightFolder: string | null
  packages: PackagesFolder
}

/**
 * A headless shell of the system, of Playwright's cache or downloaded before; else the system's full Chromium; else a
 * headless shell downloaded from Debian. Throws a `StackError`.
 */
export async function findChromium(search: ChromiumSearch): Promise<string> {
  const { searchPath, packages } = search
  const { identity } = packages
  const brought = path.join(packages.path, 'chromium', 'bin', 'chromium-headless-shell')
  const shell = findProgram(shellNames, searchPath, identity)
  if (shell)
    return shell === '/usr/bin/chromium-headless-shell' && isExecutable(debianShell) ? debianShell : shell
  const found =
    (await findPlaywrightShell(search)) ??
    (existsSync(brought) ? brought : null) ??
    findProgram(chromiumNames, searchPath, identity)
  if (found) return found
  progress('downloading chromium-headless-shell from Debian (113 MB)')
  try {
    await bringDebianPackages(
      {
        name: 'chromium',
        packages: ['chromium-headless-shell'],
        // Desktop programs that only a browser with windows calls. They depend on all of OpenGL.
        without: ['x11-utils', 'xdg-utils'],
        programs: { 'chromium-headless-shell': 'usr/lib/chromium/chromium-headless-shell' },
      },
      packages,
    )
  } catch (error) {
    packages.signal.throwIfAborted()
    throw new StackError(
      `No Chromium was found and none could be downloaded (${(error as Error).message}): type 'apt-get install chromium-headless-shell' as root, or set CHROMIUM_PATH.`,
      { cause: error },
    )
  }
  return brought
}

async function findPlaywrightShell({ playwrightFolder, packages }: ChromiumSearch): Promise<string | null> {
  const cache = playwrightFolder ?? path.join(homedir(), '.cache', 'ms-playwright')
  if (!existsSync(cache)) return null
  const versions = readdirSync(cache).filter((name) => name.startsWith('chromium_headless_shell-'))
  for (const version of versions.sort().reverse()) {
    const folder = path.join(cache, version)
    const program = readdirSync(folder, { recursive: true, encoding: 'utf8' }).find((file) =>
      /(^|\/)(chrome-headless-shell|headless_shell)$/.test(file),
    )
    if (!program || !isExecutable(path.join(folder, program))) continue
    if (isReachable(path.join(folder, program), packages.identity)) return path.join(folder, program)
    const mirror = path.join(packages.path, version)
    await mirrorTree(folder, mirror)
    return path.join(mirror, program)
  }
  return null
}
