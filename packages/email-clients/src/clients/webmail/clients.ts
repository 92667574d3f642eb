import type { EmailClientRow } from '../../email-client'
import { mobile, webBased } from '../../email-client-groups'
import type { WebmailProfileName } from './profiles'

const inBrowser = { ...webBased, engine: 'chromium', fidelity: 'emulated' } as const
const app = { ...mobile, engine: 'chromium', fidelity: 'emulated' } as const

/** Each shows an email alike in all browsers. */
export const webmailClients: readonly EmailClientRow<WebmailProfileName>[] = [
  { ...inBrowser, code: 'COMCAST', name: 'Comcast', platform: 'Edge', asOf: '2021-10', confidence: 'assumed', profile: 'comcast' },
  { ...inBrowser, engine: 'firefox', code: 'FFCOMCAST', name: 'Comcast', platform: 'Firefox', asOf: '2021-10', confidence: 'assumed', profile: 'comcast' },
  { ...inBrowser, code: 'CHROMECOMCAST', name: 'Comcast', platform: 'Chrome', asOf: '2021-10', confidence: 'assumed', profile: 'comcast' },
  { ...inBrowser, code: 'FREENETDE', name: 'freenet.de', platform: 'Edge', asOf: '2019-09', confidence: 'assumed', profile: 'freenet' },
  { ...inBrowser, engine: 'firefox', code: 'FFFREENETDE', name: 'freenet.de', platform: 'Firefox', asOf: '2019-09', confidence: 'assumed', profile: 'freenet' },
  { ...inBrowser, code: 'CHROMEFREENETDE', name: 'freenet.de', platform: 'Chrome', asOf: '2019-09', confidence: 'assumed', profile: 'freenet' },
  { ...inBrowser, code: 'GMXDE', name: 'GMX.de', platform: 'Edge', asOf: '2026-04', confidence: 'documented', caniemail: 'gmx/desktop-webmail', profile: 'gmx' },
  { ...inBrowser, engine: 'firefox', code: 'FFGMXDE', name: 'GMX.de', platform: 'Firefox', asOf: '2026-04', confidence: 'documented', caniemail: 'gmx/desktop-webmail', profile: 'gmx' },
  { ...inBrowser, code: 'CHROMEGMXDE', name: 'GMX.de', platform: 'Chrome', asOf: '2026-04', confidence: 'documented', caniemail: 'gmx/desktop-webmail', profile: 'gmx' },
  { ...inBrowser, code: 'MAILRU', name: 'Mail.ru', platform: 'Edge', asOf: '2026-04', confidence: 'documented', caniemail: 'mail-ru/desktop-webmail', profile: 'mailRu' },
  { ...inBrowser, engine: 'firefox', code: 'FFMAILRU', name: 'Mail.ru', platform: 'Firefox', asOf: '2026-04', confidence: 'documented', caniemail: 'mail-ru/desktop-webmail', profile: 'mailRu' },
  { ...inBrowser, code: 'CHROMEMAILRU', name: 'Mail.ru', platform: 'Chrome', asOf: '2026-04', confidence: 'documented', caniemail: 'mail-ru/desktop-webmail', profile: 'mailRu' },
  { ...inBrowser, code: 'TONLINEDE', name: 'T-Online.de', platform: 'Edge', asOf: '2024-08', confidence: 'documented', caniemail: 't-online-de/desktop-webmail', profile: 'tOnline' },
  { ...inBrowser, engine: 'firefox', code: 'FFTONLINEDE', name: 'T-Online.de', platform: 'Firefox', asOf: '2024-08', confidence: 'documented', caniemail: 't-online-de/desktop-webmail', profile: 'tOnline' },
  { ...inBrowser, code: 'CHROMETONLINEDE', name: 'T-Online.de', platform: 'Chrome', asOf: '2024-08', confidence: 'documented', caniemail: 't-online-de/desktop-webmail', profile: 'tOnline' },
  { ...inBrowser, code: 'WEBDE', name: 'Web.de', platform: 'Edge', asOf: '2026-04', confidence: 'documented', caniemail: 'web-de/desktop-webmail', profile: 'webDe' },
  { ...inBrowser, engine: 'firefox', code: 'FFWEBDE', name: 'Web.de', platform: 'Firefox', asOf: '2026-04', confidence: 'documented', caniemail: 'web-de/desktop-webmail', profile: 'webDe' },
  { ...inBrowser, code: 'CHROMEWEBDE', name: 'Web.de', platform: 'Chrome', asOf: '2026-04', confidence: 'documented', caniemail: 'web-de/desktop-webmail', profile: 'webDe' },
  { ...inBrowser, code: 'FASTMAIL', name: 'Fastmail', platform: 'Chrome', asOf: '2024-03', confidence: 'documented', caniemail: 'fastmail/desktop-webmail', profile: 'fastmail' },
  { ...inBrowser, code: 'FREEFR', name: 'Free.fr', platform: 'Chrome', asOf: '2024-08', confidence: 'documented', caniemail: 'free-fr/desktop-webmail', profile: 'freeFr' },
  { ...inBrowser, code: 'HEY', name: 'HEY', platform: 'Chrome', asOf: '2024-08', confidence: 'documented', caniemail: 'hey/desktop-webmail', profile: 'hey' },
  { ...inBrowser, code: 'IONOS', name: 'IONOS', platform: 'Chrome', asOf: '2022-11', confidence: 'documented', caniemail: 'ionos-1and1/desktop-webmail', profile: 'ionos' },
  { ...inBrowser, code: 'LAPOSTE', name: 'LaPoste.net', platform: 'Chrome', asOf: '2025-07', confidence: 'documented', caniemail: 'laposte/desktop-webmail', profile: 'laposte' },
  { ...inBrowser, code: 'ORANGE', name: 'Orange.fr', platform: 'Chrome', asOf: '2024-10', confidence: 'documented', caniemail: 'orange/desktop-webmail', profile: 'orange' },
  { ...app, code: 'PROTONANDROID', name: 'Proton Mail App', platform: 'Android', asOf: '2026-04', confidence: 'documented', caniemail: 'protonmail/android', profile: 'protonAndroid' },
  { ...app, engine: 'webkit', code: 'PROTONIOS', name: 'Proton Mail App', platform: 'iOS', asOf: '2026-04', confidence: 'documented', caniemail: 'protonmail/ios', profile: 'protonIos' },
  { ...inBrowser, code: 'PROTONMAIL', name: 'Proton Mail', platform: 'Chrome', asOf: '2026-04', confidence: 'documented', caniemail: 'protonmail/desktop-webmail', profile: 'protonMail' },
  { ...inBrowser, code: 'SFR', name: 'SFR Mail', platform: 'Chrome', asOf: '2025-07', confidence: 'documented', caniemail: 'sfr/desktop-webmail', profile: 'sfr' },
  { ...inBrowser, code: 'WPPL', name: 'WP.pl', platform: 'Chrome', asOf: '2023-12', confidence: 'documented', caniemail: 'wp-pl/desktop-webmail', profile: 'wpPl' },
]
