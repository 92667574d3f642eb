import type { EngineName } from '@pas/email-clients/email-client'
import { findChromium } from './find-chromium'
import type { Home } from './home'
import { prepareFonts } from './prepare-fonts'
import { assertSandboxPossible, isUnsandboxedAllowed } from './sandbox'
import { existsSync } from 'node:fs'
import path from 'node:path'
import { bringDebianPackages, type PackagesFolder } from './debian-packages'
import { enginePackages } from '@pas/engine-programs/engine-packages'
import { findProgram } from '@pas/engine-programs/find-program'
import { progress, StackError } from './progress'

/**
 * Downloads missing programs and fonts. Resolves to variables with their paths. Rejects with a `StackError`, also when
 * this machine cannot sandbox them.
 */
export async function prepareEngines(
  engines: readonly EngineName[],
  env: Readonly<Record<string, string | undefined>>,
  home: Home,
  packages: PackagesFolder,
): Promise<Record<string, string>> {
  assertSandboxPossible(packages.identity, isUnsandboxedAllowed(env))
  const { CHROMIUM_PATH, FONTCONFIG_FILE, PATH = '', PLAYWRIGHT_BROWSERS_PATH = null } = env
  const variables: Record<string, string> = {
    FONTCONFIG_FILE: FONTCONFIG_FILE ?? (await prepareFonts(home, packages)),
  }
  if (engines.includes('text')) variables.PATH = await withTextBrowsers(PATH, packages)
  // Roundcube is a web page, which Chromium draws.
  if (engines.includes('chromium') || engines.includes('roundcube')) {
    const search = { searchPath: PATH, playwrightFolder: PLAYWRIGHT_BROWSERS_PATH, packages }
    variables.CHROMIUM_PATH = CHROMIUM_PATH ?? (await findChromium(search))
  }
  return variables
}

const names = ['w3m', 'lynx']

/** PATH with w3m and lynx, which are downloaded from Debian when missing. Throws a `StackError`. */
async function withTextBrowsers(searchPath: string, packages: PackagesFolder): Promise<string> {
  if (names.every((name) => findProgram([name], searchPath, packages.identity))) return searchPath
  // The programs themselves, not start scripts: the text engine runs ldd on them.
  const brought = path.join(packages.path, 'text', 'usr', 'bin')
  if (!names.every((name) => existsSync(path.join(brought, name)))) await bring(packages)
  return [searchPath, brought].filter(Boolean).join(path.delimiter)
}

async function bring(packages: PackagesFolder): Promise<void> {
  progress(`downloading ${names.join(' and ')} from Debian (5 MB)`)
  try {
    await bringDebianPackages(
      // w3m needs Perl only for a script that no page calls.
      { name: 'text', packages: enginePackages.text, without: ['perl'], programs: {} },
      packages,
    )
  } catch (error) {
    packages.signal.throwIfAborted()
    throw new StackError(
      `${names.join(' and ')} are not on PATH and could not be downloaded (${(error as Error).message}): type 'apt-get install ${names.join(' ')}' as root.`,
      { cause: error },
    )
  }
}
