import type { EngineName } from '@pas/email-clients/catalogue/email-client'
import { findChromium } from './find-chromium'
import { withTextBrowsers } from './find-text-browsers'
import type { Home } from './home'
import type { Identity } from '@pas/engine-programs/identity'
import { prepareFonts } from './prepare-fonts'
import { assertSandboxPossible } from './sandbox'

/**
 * Finds or downloads the programs and fonts of these engines, and returns the environment variables with their paths.
 * Throws a `StackError`, also when this machine cannot sandbox them.
 */
export function prepareEngines(
  engines: readonly EngineName[],
  env: Readonly<Record<string, string | undefined>>,
  home: Home,
  identity: Identity,
): Record<string, string> {
  assertSandboxPossible(identity, ['1', 'true', 'yes'].includes(env.ALLOW_UNSANDBOXED ?? ''))
  const { CHROMIUM_PATH, FONTCONFIG_FILE, PATH = '', PLAYWRIGHT_BROWSERS_PATH = null } = env
  const variables: Record<string, string> = {
    FONTCONFIG_FILE: FONTCONFIG_FILE ?? prepareFonts(home, identity),
  }
  if (engines.includes('text')) variables.PATH = withTextBrowsers(PATH, home.packages, identity)
  // Roundcube is a web page, which Chromium draws.
  if (engines.includes('chromium') || engines.includes('roundcube')) {
    const search = {
      searchPath: PATH,
      playwrightFolder: PLAYWRIGHT_BROWSERS_PATH,
      packagesFolder: home.packages,
      identity,
    }
    variables.CHROMIUM_PATH = CHROMIUM_PATH ?? findChromium(search)
  }
  return variables
}
