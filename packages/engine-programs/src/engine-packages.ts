import type { EngineName } from '@pas/email-clients/email-client'

/** The Debian packages of each engine; messages list engines in this order. */
export const enginePackages: Readonly<Record<EngineName, readonly string[]>> = {
  chromium: ['chromium-headless-shell'],
  text: ['w3m', 'lynx'],
  webkit: ['gir1.2-webkit2-4.1', 'python3-gi', 'python3-gi-cairo', 'xvfb', 'bubblewrap'],
  firefox: ['firefox-esr'],
  thunderbird: ['thunderbird'],
  roundcube: ['roundcube-core', 'roundcube-sqlite3', 'php-cli', 'dovecot-imapd', 'bubblewrap', 'socat'],
}

export const engineNames = Object.keys(enginePackages) as EngineName[]

export const engineInstallLine = (engine: EngineName): string =>
  `apt-get install --no-install-recommends ${enginePackages[engine].join(' ')}`
