import type { EmailClientRow } from '../../email-client'
import { assumed, dark, desktop, documented, measured, mobile, webBased } from '../../email-client-groups'
import type { OutlookWebProfileName } from './profiles'

const emulated = { engine: 'chromium', fidelity: 'emulated' } as const
const filtered = { ...emulated, caniemail: 'outlook/outlook-com', profile: 'outlookWeb' } as const
const filteredDark = { ...filtered, ...dark, ...documented('2023-10'), profile: 'outlookWebDark' } as const
const outlookCom = { ...webBased, ...filtered, ...documented('2026-09'), name: 'Outlook.com' } as const
const office365 = { ...outlookCom, name: 'Office 365' } as const
const outlookComDark = { ...webBased, ...filteredDark, name: 'Outlook.com Dark' } as const
const office365Dark = { ...outlookComDark, name: 'Office 365 Dark' } as const
const onWindows = { ...desktop, platform: 'Windows 11' } as const
const app = { ...mobile, ...emulated, ...documented('2026-04') } as const
const appDark = { ...dark, ...assumed('2023-10') } as const
const onIos = { ...app, engine: 'webkit', name: 'Outlook iOS', caniemail: 'outlook/ios' } as const
const iosDark = { ...onIos, ...appDark, name: 'Outlook iOS Dark', profile: 'outlookIos26Dark' } as const
const onAndroid = { ...app, name: 'Outlook', caniemail: 'outlook/android', profile: 'outlookAndroid15' } as const
const androidDark = { ...onAndroid, ...appDark, name: 'Outlook Dark', profile: 'outlookAndroid15Dark' } as const
const onMac = { ...desktop, engine: 'webkit', fidelity: 'emulated', caniemail: 'outlook/macos' } as const
const mac2016 = { ...onMac, ...measured('2017-03'), caniemailVersion: '2016' } as const
const mac2022 = { ...onMac, ...documented('2022-10'), caniemailVersion: '2022-10', platform: 'macOS 10.15' } as const
const newMac = { ...onMac, platform: 'macOS 14' } as const

export const outlookWebClients: readonly EmailClientRow<OutlookWebProfileName>[] = [
  { ...outlookCom, code: 'OUTLOOKCOM', platform: 'Edge' },
  { ...outlookCom, code: 'CHROMEOUTLOOKCOM', platform: 'Chrome' },
  { ...outlookCom, engine: 'firefox', code: 'FFOUTLOOKCOM', platform: 'Firefox' },
  { ...office365, code: 'OFFICE365', platform: 'Edge' },
  { ...office365, code: 'CHROMEOFFICE365', platform: 'Chrome' },
  { ...office365, engine: 'firefox', code: 'FFOFFICE365', platform: 'Firefox' },
  // caniemail has no tests of the new Outlook for Windows, which "unifies the Windows and web codebases" (Microsoft,
  // Develop Outlook add-ins for the new Outlook on Windows, 2025-07-01).
  { ...onWindows, ...filtered, code: 'OUTLOOKNEW', name: 'New Outlook', ...documented('2026-09') },
  { ...outlookComDark, code: 'OUTLOOKCOMDARK', platform: 'Edge' },
  { ...outlookComDark, code: 'CHROMEOUTLOOKCOMDARK', platform: 'Chrome' },
  { ...outlookComDark, engine: 'firefox', code: 'FFOUTLOOKCOMDARK', platform: 'Firefox' },
  { ...office365Dark, code: 'OFFICE365DARK', platform: 'Edge' },
  { ...office365Dark, code: 'CHROMEOFFICE365DARK', platform: 'Chrome' },
  { ...office365Dark, engine: 'firefox', code: 'FFOFFICE365DARK', platform: 'Firefox' },
  { ...onWindows, ...filteredDark, code: 'OUTLOOKNEWDARK', name: 'New Outlook Dark' },
  { ...onIos, code: 'OUTLOOKIOS', platform: 'iOS 14.2', profile: 'outlookIos' },
  { ...iosDark, code: 'OUTLOOKIOSDARK', platform: 'iOS 14.2', profile: 'outlookIosDark' },
  { ...onAndroid, code: 'ANDROIDOUTLOOK', platform: 'Android 7.0', profile: 'outlookAndroid' },
  { ...androidDark, code: 'ANDROIDOUTLOOKDARK', platform: 'Android 7.0', profile: 'outlookAndroidDark' },
  { ...onIos, code: 'OUTLOOKIOS26', platform: 'iOS 26', ...documented('2026-09'), profile: 'outlookIos26' },
  { ...iosDark, code: 'OUTLOOKIOS26DARK', platform: 'iOS 26' },
  { ...onIos, code: 'OUTLOOKIOS27', platform: 'iOS 27', ...assumed('2026-09'), profile: 'outlookIos26' },
  { ...iosDark, code: 'OUTLOOKIOS27DARK', platform: 'iOS 27' },
  { ...onAndroid, code: 'ANDROID15OUTLOOK', platform: 'Android 15' },
  { ...androidDark, code: 'ANDROID15OUTLOOKDARK', platform: 'Android 15' },
  { ...onAndroid, code: 'ANDROID16OUTLOOK', platform: 'Android 16', ...assumed('2026-04') },
  { ...androidDark, code: 'ANDROID16OUTLOOKDARK', platform: 'Android 16' },
  { ...mac2016, code: 'OL2015', name: 'Outlook 2016', platform: 'macOS 10.12.6', profile: 'outlookMac2016' },
  // The last version for macOS 10.15 was 16.66, of October 2022; the new Outlook (16.80) never ran on it.
  { ...mac2022, code: 'OL2019MAC', name: 'OL Office 365', profile: 'outlookMac' },
  { ...mac2022, ...dark, code: 'OL2019MACDARK', name: 'OL Office 365 Dark', profile: 'outlookMacDark' },
  { ...newMac, code: 'OUTLOOKNEWMAC', name: 'New Outlook', ...documented('2026-04'), profile: 'outlookNewMac' },
  { ...newMac, ...appDark, code: 'OUTLOOKNEWMACDARK', name: 'New Outlook Dark', profile: 'outlookNewMacDark' },
]
