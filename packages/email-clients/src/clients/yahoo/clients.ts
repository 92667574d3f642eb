import type { EmailClientRow } from '../../email-client'
import { dark, mobile, webBased } from '../../email-client-groups'
import type { YahooProfileName } from './profiles'

const inBrowser = { ...webBased, engine: 'chromium', fidelity: 'emulated' } as const
const app = { ...mobile, engine: 'chromium', fidelity: 'emulated' } as const

export const yahooClients: readonly EmailClientRow<YahooProfileName>[] = [
  { ...inBrowser, code: 'CHROMEYAHOO', name: 'Yahoo! Mail', platform: 'Chrome', asOf: '2026-04', confidence: 'documented', caniemail: 'yahoo/desktop-webmail', profile: 'yahooWeb' },
  { ...inBrowser, code: 'YAHOO', name: 'Yahoo! Mail', platform: 'Edge', asOf: '2026-04', confidence: 'documented', caniemail: 'yahoo/desktop-webmail', profile: 'yahooWeb' },
  { ...inBrowser, engine: 'firefox', code: 'FFYAHOO', name: 'Yahoo! Mail', platform: 'Firefox', asOf: '2026-04', confidence: 'documented', caniemail: 'yahoo/desktop-webmail', profile: 'yahooWeb' },
  { ...inBrowser, ...dark, code: 'CHROMEYAHOODARK', name: 'Yahoo! Mail Dark', platform: 'Chrome', asOf: '2025-09', confidence: 'assumed', caniemail: 'yahoo/desktop-webmail', profile: 'yahooWebDark' },
  { ...inBrowser, ...dark, code: 'YAHOODARK', name: 'Yahoo! Mail Dark', platform: 'Edge', asOf: '2025-09', confidence: 'assumed', caniemail: 'yahoo/desktop-webmail', profile: 'yahooWebDark' },
  { ...inBrowser, ...dark, engine: 'firefox', code: 'FFYAHOODARK', name: 'Yahoo! Mail Dark', platform: 'Firefox', asOf: '2025-09', confidence: 'assumed', caniemail: 'yahoo/desktop-webmail', profile: 'yahooWebDark' },
  // In AOL's dark mode an email looks as in light mode (Litmus, The ultimate guide to dark mode, 2022).
  { ...inBrowser, code: 'CHROMEAOLONLINE', name: 'AOL Mail', platform: 'Chrome', asOf: '2026-03', confidence: 'documented', caniemail: 'aol/desktop-webmail', profile: 'aolWeb' },
  { ...inBrowser, ...dark, code: 'CHROMEAOLONLINEDARK', name: 'AOL Mail Dark', platform: 'Chrome', asOf: '2022-12', confidence: 'documented', caniemail: 'aol/desktop-webmail', profile: 'aolWeb' },
  { ...inBrowser, code: 'AOLONLINE', name: 'AOL Mail', platform: 'Edge', asOf: '2026-03', confidence: 'documented', caniemail: 'aol/desktop-webmail', profile: 'aolWeb' },
  { ...inBrowser, ...dark, code: 'AOLONLINEDARK', name: 'AOL Mail Dark', platform: 'Edge', asOf: '2022-12', confidence: 'documented', caniemail: 'aol/desktop-webmail', profile: 'aolWeb' },
  { ...inBrowser, engine: 'firefox', code: 'FFAOLONLINE', name: 'AOL Mail', platform: 'Firefox', asOf: '2026-03', confidence: 'documented', caniemail: 'aol/desktop-webmail', profile: 'aolWeb' },
  { ...inBrowser, ...dark, engine: 'firefox', code: 'FFAOLONLINEDARK', name: 'AOL Mail Dark', platform: 'Firefox', asOf: '2022-12', confidence: 'documented', caniemail: 'aol/desktop-webmail', profile: 'aolWeb' },
  { ...app, code: 'YAHOOANDROID', name: 'Yahoo! Mail App', platform: 'Android', asOf: '2026-04', confidence: 'documented', caniemail: 'yahoo/android', profile: 'yahooAndroid' },
  { ...app, code: 'AOLANDROID', name: 'AOL App', platform: 'Android', asOf: '2026-04', confidence: 'documented', caniemail: 'aol/android', profile: 'aolAndroid' },
  { ...app, engine: 'webkit', code: 'YAHOOIOS', name: 'Yahoo! Mail App', platform: 'iOS', asOf: '2026-04', confidence: 'documented', caniemail: 'yahoo/ios', profile: 'yahooIos' },
  { ...app, engine: 'webkit', code: 'AOLIOS', name: 'AOL App', platform: 'iOS', asOf: '2026-03', confidence: 'documented', caniemail: 'aol/ios', profile: 'aolIos' },
]
