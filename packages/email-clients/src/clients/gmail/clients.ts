import type { EmailClientRow } from '../../email-client'
import { dark, mobile, webBased } from '../../email-client-groups'
import type { GmailProfileName } from './profiles'

const inBrowser = { ...webBased, engine: 'chromium', fidelity: 'emulated', caniemail: 'gmail/desktop-webmail' } as const
const app = { ...mobile, engine: 'chromium', fidelity: 'emulated' } as const
const onAndroid = { ...app, caniemail: 'gmail/android' } as const
const onIos = { ...app, engine: 'webkit', caniemail: 'gmail/ios' } as const

/**
 * The app and its WebView update themselves independently of Android, and no difference between its releases is known,
 * so they share profiles. iOS 14.2 has the screen of its time. Assumed: the dark colours, measured in 2021.
 */
export const gmailClients: readonly EmailClientRow<GmailProfileName>[] = [
  { ...inBrowser, code: 'CHROMEGMAILNEW', name: 'Gmail', platform: 'Chrome', asOf: '2026-04', confidence: 'documented', profile: 'gmailWeb' },
  { ...inBrowser, code: 'CHROMEGOOGLEAPPS', name: 'G Suite', platform: 'Chrome', asOf: '2026-04', confidence: 'documented', profile: 'gmailWeb' },
  { ...inBrowser, code: 'GMAILNEW', name: 'Gmail', platform: 'Edge', asOf: '2026-04', confidence: 'documented', profile: 'gmailWeb' },
  { ...inBrowser, code: 'GOOGLEAPPS', name: 'G Suite', platform: 'Edge', asOf: '2026-04', confidence: 'documented', profile: 'gmailWeb' },
  { ...inBrowser, engine: 'firefox', code: 'FFGMAILNEW', name: 'Gmail', platform: 'Firefox', asOf: '2026-04', confidence: 'documented', profile: 'gmailWeb' },
  { ...inBrowser, engine: 'firefox', code: 'FFGOOGLEAPPS', name: 'G Suite', platform: 'Firefox', asOf: '2026-04', confidence: 'documented', profile: 'gmailWeb' },
  { ...onAndroid, code: 'ANDROIDGMAILAPP', name: 'Gmail App', platform: 'Android 6.0', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid6' },
  { ...onAndroid, code: 'ANDROID71GMAILAPP', name: 'Gmail App', platform: 'Android 7.1', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID8GMAILAPP', name: 'Gmail App', platform: 'Android 8.0', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID9GMAILAPP', name: 'Gmail App', platform: 'Android 9.0', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID10GMAILAPP', name: 'Gmail App', platform: 'Android 10.0', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, ...dark, code: 'ANDROID10GMAILAPPDARK', name: 'Gmail App Dark', platform: 'Android 10.0', asOf: '2026-10', confidence: 'documented', profile: 'gmailAndroidDark' },
  { ...onAndroid, code: 'ANDROID11GMAILAPP', name: 'Gmail App', platform: 'Android 11', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID12GMAILAPP', name: 'Gmail App', platform: 'Android 12', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID13GMAILAPP', name: 'Gmail App', platform: 'Android 13', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID14GMAILAPP', name: 'Gmail App', platform: 'Android 14', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID15GMAILAPP', name: 'Gmail App', platform: 'Android 15', asOf: '2026-04', confidence: 'documented', profile: 'gmailAndroid' },
  { ...onAndroid, code: 'ANDROID16GMAILAPP', name: 'Gmail App', platform: 'Android 16', asOf: '2026-04', confidence: 'assumed', profile: 'gmailAndroid' },
  { ...onAndroid, ...dark, code: 'ANDROID12GMAILAPPDARK', name: 'Gmail App Dark', platform: 'Android 12', asOf: '2026-10', confidence: 'documented', profile: 'gmailAndroidDark' },
  { ...onAndroid, ...dark, code: 'ANDROID13GMAILAPPDARK', name: 'Gmail App Dark', platform: 'Android 13', asOf: '2026-10', confidence: 'documented', profile: 'gmailAndroidDark' },
  { ...onAndroid, ...dark, code: 'ANDROID14GMAILAPPDARK', name: 'Gmail App Dark', platform: 'Android 14', asOf: '2026-10', confidence: 'documented', profile: 'gmailAndroidDark' },
  { ...onAndroid, ...dark, code: 'ANDROID15GMAILAPPDARK', name: 'Gmail App Dark', platform: 'Android 15', asOf: '2026-10', confidence: 'documented', profile: 'gmailAndroidDark' },
  { ...onAndroid, ...dark, code: 'ANDROID16GMAILAPPDARK', name: 'Gmail App Dark', platform: 'Android 16', asOf: '2026-10', confidence: 'assumed', profile: 'gmailAndroidDark' },
  { ...onAndroid, code: 'ANDROIDGMAILIMAP', name: 'Gmail App IMAP', platform: 'Android 6.0', asOf: '2026-04', confidence: 'documented', profile: 'gmailImap' },
  // On Android 6 the system's own mail app is Gmail, for accounts of any provider
  // (EDMdesigner/modern-html-email-tutorial, lesson09, 2017).
  { ...app, code: 'ANDROID6', name: 'Android 6.0', platform: 'Android 6.0', asOf: '2017-05', confidence: 'measured', profile: 'gmailImap' },
  { ...onIos, code: 'GMAILIOS', name: 'Gmail App', platform: 'iOS 14.2', asOf: '2026-04', confidence: 'documented', profile: 'gmailIos' },
  { ...onIos, ...dark, code: 'GMAILIOSDARK', name: 'Gmail App Dark', platform: 'iOS 14.2', asOf: '2021-04', confidence: 'documented', profile: 'gmailIosDark' },
  { ...onIos, code: 'GMAILIOS26', name: 'Gmail App', platform: 'iOS 26', asOf: '2026-04', confidence: 'documented', profile: 'gmailIos26' },
  { ...onIos, ...dark, code: 'GMAILIOS26DARK', name: 'Gmail App Dark', platform: 'iOS 26', asOf: '2021-04', confidence: 'assumed', profile: 'gmailIos26Dark' },
  { ...onIos, code: 'GMAILIOS27', name: 'Gmail App', platform: 'iOS 27', asOf: '2026-04', confidence: 'assumed', profile: 'gmailIos26' },
  { ...onIos, ...dark, code: 'GMAILIOS27DARK', name: 'Gmail App Dark', platform: 'iOS 27', asOf: '2021-04', confidence: 'assumed', profile: 'gmailIos26Dark' },
  { ...onIos, code: 'GMAILIOSIMAP', name: 'Gmail App IMAP', platform: 'iOS 26', asOf: '2026-04', confidence: 'documented', profile: 'gmailIosImap' },
  { ...app, code: 'GMAILMOBILEWEB', name: 'Gmail mobile web', platform: 'Mobile browser', asOf: '2026-04', confidence: 'documented', caniemail: 'gmail/mobile-webmail', profile: 'gmailMobileWeb' },
]
