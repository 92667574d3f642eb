import type { EmailClientRow, Month } from '../../email-client'
import { assumed, documented, mobile, webBased } from '../../email-client-groups'
import type { WebmailProfileName } from './profiles'

const emulated = { engine: 'chromium', fidelity: 'emulated' } as const
const inBrowser = { ...webBased, ...emulated } as const
const comcast = { ...inBrowser, name: 'Comcast', ...assumed('2021-10'), profile: 'comcast' } as const
const freenet = { ...inBrowser, name: 'freenet.de', ...assumed('2019-09'), profile: 'freenet' } as const
const gmx = { ...inBrowser, name: 'GMX.de', ...tested('gmx', '2026-04'), profile: 'gmx' } as const
const mailRu = { ...inBrowser, name: 'Mail.ru', ...tested('mail-ru', '2026-04'), profile: 'mailRu' } as const
const tOnline = { ...inBrowser, name: 'T-Online.de', ...tested('t-online-de', '2024-08'), profile: 'tOnline' } as const
const webDe = { ...inBrowser, name: 'Web.de', ...tested('web-de', '2026-04'), profile: 'webDe' } as const
const inChrome = { ...inBrowser, platform: 'Chrome' } as const
const proton = { ...mobile, ...emulated, name: 'Proton Mail App', ...documented('2026-04') } as const

/** Each shows an email alike in all browsers. */
export const webmailClients: readonly EmailClientRow<WebmailProfileName>[] = [
  { ...comcast, code: 'COMCAST', platform: 'Edge' },
  { ...comcast, engine: 'firefox', code: 'FFCOMCAST', platform: 'Firefox' },
  { ...comcast, code: 'CHROMECOMCAST', platform: 'Chrome' },
  { ...freenet, code: 'FREENETDE', platform: 'Edge' },
  { ...freenet, engine: 'firefox', code: 'FFFREENETDE', platform: 'Firefox' },
  { ...freenet, code: 'CHROMEFREENETDE', platform: 'Chrome' },
  { ...gmx, code: 'GMXDE', platform: 'Edge' },
  { ...gmx, engine: 'firefox', code: 'FFGMXDE', platform: 'Firefox' },
  { ...gmx, code: 'CHROMEGMXDE', platform: 'Chrome' },
  { ...mailRu, code: 'MAILRU', platform: 'Edge' },
  { ...mailRu, engine: 'firefox', code: 'FFMAILRU', platform: 'Firefox' },
  { ...mailRu, code: 'CHROMEMAILRU', platform: 'Chrome' },
  { ...tOnline, code: 'TONLINEDE', platform: 'Edge' },
  { ...tOnline, engine: 'firefox', code: 'FFTONLINEDE', platform: 'Firefox' },
  { ...tOnline, code: 'CHROMETONLINEDE', platform: 'Chrome' },
  { ...webDe, code: 'WEBDE', platform: 'Edge' },
  { ...webDe, engine: 'firefox', code: 'FFWEBDE', platform: 'Firefox' },
  { ...webDe, code: 'CHROMEWEBDE', platform: 'Chrome' },
  { ...inChrome, code: 'FASTMAIL', name: 'Fastmail', ...tested('fastmail', '2024-03'), profile: 'fastmail' },
  { ...inChrome, code: 'FREEFR', name: 'Free.fr', ...tested('free-fr', '2024-08'), profile: 'freeFr' },
  { ...inChrome, code: 'HEY', name: 'HEY', ...tested('hey', '2024-08'), profile: 'hey' },
  { ...inChrome, code: 'IONOS', name: 'IONOS', ...tested('ionos-1and1', '2022-11'), profile: 'ionos' },
  { ...inChrome, code: 'LAPOSTE', name: 'LaPoste.net', ...tested('laposte', '2025-07'), profile: 'laposte' },
  { ...inChrome, code: 'ORANGE', name: 'Orange.fr', ...tested('orange', '2024-10'), profile: 'orange' },
  { ...proton, code: 'PROTONANDROID', platform: 'Android', caniemail: 'protonmail/android', profile: 'protonAndroid' },
  {
    ...proton,
    engine: 'webkit',
    code: 'PROTONIOS',
    platform: 'iOS',
    caniemail: 'protonmail/ios',
    profile: 'protonIos',
  },
  { ...inChrome, code: 'PROTONMAIL', name: 'Proton Mail', ...tested('protonmail', '2026-04'), profile: 'protonMail' },
  { ...inChrome, code: 'SFR', name: 'SFR Mail', ...tested('sfr', '2025-07'), profile: 'sfr' },
  { ...inChrome, code: 'WPPL', name: 'WP.pl', ...tested('wp-pl', '2023-12'), profile: 'wpPl' },
]

/** @param provider its name in caniemail, which tested it */
function tested<Provider extends string>(provider: Provider, asOf: Month) {
  return { ...documented(asOf), caniemail: `${provider}/desktop-webmail` } as const
}
