import type { EngineName } from '@pas/email-clients/email-client'
import type { PackagesFolder } from './debian-packages'
import { findChromium } from './find-chromium'
import { withTextBrowsers } from './find-text-browsers'
import type { Home } from './home'
import { prepareFonts } from './prepare-fonts'
import { assertSandboxPossible } from './sandbox'

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
  assertSandboxPossible(packages.identity, ['1', 'true', 'yes'].includes(env.ALLOW_UNSANDBOXED ?? ''))
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
