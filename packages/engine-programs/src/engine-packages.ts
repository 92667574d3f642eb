import type { EngineName } from '@pas/email-clients/catalogue/email-client'

/** The Debian packages that each engine needs. Messages list engines in this order. */
export const enginePackages: Readonly<Record<EngineName, readonly string[]>> = {
  chromium: ['chromium-headless-shell'],
  text: ['w3m', 'lynx'],
  webkit: ['gir1.2-webkit2-4.1', 'python3-gi', 'python3-gi-cairo', 'xvfb', 'bubblewrap'],
  firefox: ['firefox-esr'],
  thunderbird: ['thunderbird'],
  roundcube: ['roundcube-core', 'roundcube-sqlite3', 'php-cli', 'dovecot-imapd', 'bubblewrap', 'socat'],
}

/** The engines a worker can be told to run. */
export const engineNames = Object.keys(enginePackages) as EngineName[]

/** The command with which root installs an engine. */
export const engineInstallLine = (engine: EngineName): string =>
  `apt-get install --no-install-recommends ${enginePackages[engine].join(' ')}`
