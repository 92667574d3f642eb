import type { EmailClientRow } from '../../email-client'
import { assumed, dark, documented, mobile, webBased } from '../../email-client-groups'
import type { YahooProfileName } from './profiles'

const emulated = { engine: 'chromium', fidelity: 'emulated', ...documented('2026-04') } as const
const inBrowser = { ...webBased, ...emulated } as const
const yahoo = { ...inBrowser, name: 'Yahoo! Mail', caniemail: 'yahoo/desktop-webmail', profile: 'yahooWeb' } as const
const inDark = { ...dark, ...assumed('2025-09'), profile: 'yahooWebDark' } as const
const yahooDark = { ...yahoo, ...inDark, name: 'Yahoo! Mail Dark' } as const
const inAol = { ...inBrowser, caniemail: 'aol/desktop-webmail', profile: 'aolWeb' } as const
const aol = { ...inAol, name: 'AOL Mail', ...documented('2026-03') } as const
const aolDark = { ...inAol, ...dark, name: 'AOL Mail Dark', ...documented('2022-12') } as const
const yahooApp = { ...mobile, ...emulated, name: 'Yahoo! Mail App' } as const
const aolApp = { ...mobile, ...emulated, name: 'AOL App' } as const
const aolOnIos = { ...aolApp, engine: 'webkit', ...documented('2026-03') } as const

export const yahooClients: readonly EmailClientRow<YahooProfileName>[] = [
  { ...yahoo, code: 'CHROMEYAHOO', platform: 'Chrome' },
  { ...yahoo, code: 'YAHOO', platform: 'Edge' },
  { ...yahoo, engine: 'firefox', code: 'FFYAHOO', platform: 'Firefox' },
  { ...yahooDark, code: 'CHROMEYAHOODARK', platform: 'Chrome' },
  { ...yahooDark, code: 'YAHOODARK', platform: 'Edge' },
  { ...yahooDark, engine: 'firefox', code: 'FFYAHOODARK', platform: 'Firefox' },
  // In AOL's dark mode an email looks as in light mode (Litmus, The ultimate guide to dark mode, 2022).
  { ...aol, code: 'CHROMEAOLONLINE', platform: 'Chrome' },
  { ...aolDark, code: 'CHROMEAOLONLINEDARK', platform: 'Chrome' },
  { ...aol, code: 'AOLONLINE', platform: 'Edge' },
  { ...aolDark, code: 'AOLONLINEDARK', platform: 'Edge' },
  { ...aol, engine: 'firefox', code: 'FFAOLONLINE', platform: 'Firefox' },
  { ...aolDark, engine: 'firefox', code: 'FFAOLONLINEDARK', platform: 'Firefox' },
  { ...yahooApp, code: 'YAHOOANDROID', platform: 'Android', caniemail: 'yahoo/android', profile: 'yahooAndroid' },
  { ...aolApp, code: 'AOLANDROID', platform: 'Android', caniemail: 'aol/android', profile: 'aolAndroid' },
  { ...yahooApp, engine: 'webkit', code: 'YAHOOIOS', platform: 'iOS', caniemail: 'yahoo/ios', profile: 'yahooIos' },
  { ...aolOnIos, code: 'AOLIOS', platform: 'iOS', caniemail: 'aol/ios', profile: 'aolIos' },
]
