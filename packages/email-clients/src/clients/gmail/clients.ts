import type { EmailClientRow } from '../../email-client'
import { assumed, dark, documented, measured, mobile, webBased } from '../../email-client-groups'
import type { GmailProfileName } from './profiles'

const emulated = { engine: 'chromium', fidelity: 'emulated', ...documented('2026-04') } as const
const inBrowser = { ...webBased, ...emulated, caniemail: 'gmail/desktop-webmail', profile: 'gmailWeb' } as const
const app = { ...mobile, ...emulated, name: 'Gmail App' } as const
const onAndroid = { ...app, caniemail: 'gmail/android', profile: 'gmailAndroid' } as const
const inDark = { ...dark, name: 'Gmail App Dark' } as const
const androidDark = { ...onAndroid, ...inDark, ...documented('2026-10'), profile: 'gmailAndroidDark' } as const
const mobileWeb = { ...mobile, ...emulated, caniemail: 'gmail/mobile-webmail' } as const
const imap = { ...app, name: 'Gmail App IMAP', platform: 'Android 6.0', profile: 'gmailImap' } as const
const onIos = { ...app, engine: 'webkit', caniemail: 'gmail/ios', profile: 'gmailIos26' } as const
const iosDark = { ...onIos, ...inDark, ...assumed('2021-04'), profile: 'gmailIos26Dark' } as const

/**
 * The app and its WebView update independently of Android, so releases of Android share profiles. iOS 14.2 has a screen
 * of its time. Assumed: the dark colours, measured in 2021.
 */
export const gmailClients: readonly EmailClientRow<GmailProfileName>[] = [
  { ...inBrowser, code: 'CHROMEGMAILNEW', name: 'Gmail', platform: 'Chrome' },
  { ...inBrowser, code: 'CHROMEGOOGLEAPPS', name: 'G Suite', platform: 'Chrome' },
  { ...inBrowser, code: 'GMAILNEW', name: 'Gmail', platform: 'Edge' },
  { ...inBrowser, code: 'GOOGLEAPPS', name: 'G Suite', platform: 'Edge' },
  { ...inBrowser, engine: 'firefox', code: 'FFGMAILNEW', name: 'Gmail', platform: 'Firefox' },
  { ...inBrowser, engine: 'firefox', code: 'FFGOOGLEAPPS', name: 'G Suite', platform: 'Firefox' },
  { ...onAndroid, code: 'ANDROIDGMAILAPP', platform: 'Android 6.0', profile: 'gmailAndroid6' },
  { ...onAndroid, code: 'ANDROID71GMAILAPP', platform: 'Android 7.1' },
  { ...onAndroid, code: 'ANDROID8GMAILAPP', platform: 'Android 8.0' },
  { ...onAndroid, code: 'ANDROID9GMAILAPP', platform: 'Android 9.0' },
  { ...onAndroid, code: 'ANDROID10GMAILAPP', platform: 'Android 10.0' },
  { ...androidDark, code: 'ANDROID10GMAILAPPDARK', platform: 'Android 10.0' },
  { ...onAndroid, code: 'ANDROID11GMAILAPP', platform: 'Android 11' },
  { ...onAndroid, code: 'ANDROID12GMAILAPP', platform: 'Android 12' },
  { ...onAndroid, code: 'ANDROID13GMAILAPP', platform: 'Android 13' },
  { ...onAndroid, code: 'ANDROID14GMAILAPP', platform: 'Android 14' },
  { ...onAndroid, code: 'ANDROID15GMAILAPP', platform: 'Android 15' },
  { ...onAndroid, code: 'ANDROID16GMAILAPP', platform: 'Android 16', ...assumed('2026-04') },
  { ...androidDark, code: 'ANDROID12GMAILAPPDARK', platform: 'Android 12' },
  { ...androidDark, code: 'ANDROID13GMAILAPPDARK', platform: 'Android 13' },
  { ...androidDark, code: 'ANDROID14GMAILAPPDARK', platform: 'Android 14' },
  { ...androidDark, code: 'ANDROID15GMAILAPPDARK', platform: 'Android 15' },
  { ...androidDark, code: 'ANDROID16GMAILAPPDARK', platform: 'Android 16', ...assumed('2026-10') },
  { ...imap, code: 'ANDROIDGMAILIMAP', caniemail: 'gmail/android' },
  // On Android 6 the system's own mail app is Gmail, for accounts of any provider
  // (EDMdesigner/modern-html-email-tutorial, lesson09, 2017).
  { ...imap, code: 'ANDROID6', name: 'Android 6.0', ...measured('2017-05') },
  { ...onIos, code: 'GMAILIOS', platform: 'iOS 14.2', profile: 'gmailIos' },
  { ...iosDark, code: 'GMAILIOSDARK', platform: 'iOS 14.2', ...documented('2021-04'), profile: 'gmailIosDark' },
  { ...onIos, code: 'GMAILIOS26', platform: 'iOS 26' },
  { ...iosDark, code: 'GMAILIOS26DARK', platform: 'iOS 26' },
  { ...onIos, code: 'GMAILIOS27', platform: 'iOS 27', ...assumed('2026-04') },
  { ...iosDark, code: 'GMAILIOS27DARK', platform: 'iOS 27' },
  { ...onIos, code: 'GMAILIOSIMAP', name: 'Gmail App IMAP', platform: 'iOS 26', profile: 'gmailIosImap' },
  {
    ...mobileWeb,
    code: 'GMAILMOBILEWEB',
    name: 'Gmail mobile web',
    platform: 'Mobile browser',
    profile: 'gmailMobileWeb',
  },
]
