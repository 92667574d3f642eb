import type { EmailClientRow } from '../../email-client'
import { dark, desktop, mobile, webBased } from '../../email-client-groups'
import type { OutlookWebProfileName } from './profiles'

const inBrowser = { ...webBased, engine: 'chromium', fidelity: 'emulated', caniemail: 'outlook/outlook-com' } as const
const onWindows = { ...desktop, engine: 'chromium', fidelity: 'emulated', caniemail: 'outlook/outlook-com' } as const
const onMac = { ...desktop, engine: 'webkit', fidelity: 'emulated', caniemail: 'outlook/macos' } as const
const onAndroid = { ...mobile, engine: 'chromium', fidelity: 'emulated', caniemail: 'outlook/android' } as const
const onIos = { ...mobile, engine: 'webkit', fidelity: 'emulated', caniemail: 'outlook/ios' } as const

/**
 * The new Outlook for Windows has no tests of its own: it "unifies the Windows and web codebases" (Microsoft, Develop
 * Outlook add-ins for the new Outlook on Windows, 2025-07-01).
 */
export const outlookWebClients: readonly EmailClientRow<OutlookWebProfileName>[] = [
  { ...inBrowser, code: 'OUTLOOKCOM', name: 'Outlook.com', platform: 'Edge', asOf: '2026-09', confidence: 'documented', profile: 'outlookWeb' },
  { ...inBrowser, code: 'CHROMEOUTLOOKCOM', name: 'Outlook.com', platform: 'Chrome', asOf: '2026-09', confidence: 'documented', profile: 'outlookWeb' },
  { ...inBrowser, engine: 'firefox', code: 'FFOUTLOOKCOM', name: 'Outlook.com', platform: 'Firefox', asOf: '2026-09', confidence: 'documented', profile: 'outlookWeb' },
  { ...inBrowser, code: 'OFFICE365', name: 'Office 365', platform: 'Edge', asOf: '2026-09', confidence: 'documented', profile: 'outlookWeb' },
  { ...inBrowser, code: 'CHROMEOFFICE365', name: 'Office 365', platform: 'Chrome', asOf: '2026-09', confidence: 'documented', profile: 'outlookWeb' },
  { ...inBrowser, engine: 'firefox', code: 'FFOFFICE365', name: 'Office 365', platform: 'Firefox', asOf: '2026-09', confidence: 'documented', profile: 'outlookWeb' },
  { ...onWindows, code: 'OUTLOOKNEW', name: 'New Outlook', platform: 'Windows 11', asOf: '2026-09', confidence: 'documented', profile: 'outlookWeb' },
  { ...inBrowser, ...dark, code: 'OUTLOOKCOMDARK', name: 'Outlook.com Dark', platform: 'Edge', asOf: '2023-10', confidence: 'documented', profile: 'outlookWebDark' },
  { ...inBrowser, ...dark, code: 'CHROMEOUTLOOKCOMDARK', name: 'Outlook.com Dark', platform: 'Chrome', asOf: '2023-10', confidence: 'documented', profile: 'outlookWebDark' },
  { ...inBrowser, ...dark, engine: 'firefox', code: 'FFOUTLOOKCOMDARK', name: 'Outlook.com Dark', platform: 'Firefox', asOf: '2023-10', confidence: 'documented', profile: 'outlookWebDark' },
  { ...inBrowser, ...dark, code: 'OFFICE365DARK', name: 'Office 365 Dark', platform: 'Edge', asOf: '2023-10', confidence: 'documented', profile: 'outlookWebDark' },
  { ...inBrowser, ...dark, code: 'CHROMEOFFICE365DARK', name: 'Office 365 Dark', platform: 'Chrome', asOf: '2023-10', confidence: 'documented', profile: 'outlookWebDark' },
  { ...inBrowser, ...dark, engine: 'firefox', code: 'FFOFFICE365DARK', name: 'Office 365 Dark', platform: 'Firefox', asOf: '2023-10', confidence: 'documented', profile: 'outlookWebDark' },
  { ...onWindows, ...dark, code: 'OUTLOOKNEWDARK', name: 'New Outlook Dark', platform: 'Windows 11', asOf: '2023-10', confidence: 'documented', profile: 'outlookWebDark' },
  { ...onIos, code: 'OUTLOOKIOS', name: 'Outlook iOS', platform: 'iOS 14.2', asOf: '2026-04', confidence: 'documented', profile: 'outlookIos' },
  { ...onIos, ...dark, code: 'OUTLOOKIOSDARK', name: 'Outlook iOS Dark', platform: 'iOS 14.2', asOf: '2023-10', confidence: 'assumed', profile: 'outlookIosDark' },
  { ...onAndroid, code: 'ANDROIDOUTLOOK', name: 'Outlook', platform: 'Android 7.0', asOf: '2026-04', confidence: 'documented', profile: 'outlookAndroid' },
  { ...onAndroid, ...dark, code: 'ANDROIDOUTLOOKDARK', name: 'Outlook Dark', platform: 'Android 7.0', asOf: '2023-10', confidence: 'assumed', profile: 'outlookAndroidDark' },
  { ...onIos, code: 'OUTLOOKIOS26', name: 'Outlook iOS', platform: 'iOS 26', asOf: '2026-09', confidence: 'documented', profile: 'outlookIos26' },
  { ...onIos, ...dark, code: 'OUTLOOKIOS26DARK', name: 'Outlook iOS Dark', platform: 'iOS 26', asOf: '2023-10', confidence: 'assumed', profile: 'outlookIos26Dark' },
  { ...onIos, code: 'OUTLOOKIOS27', name: 'Outlook iOS', platform: 'iOS 27', asOf: '2026-09', confidence: 'assumed', profile: 'outlookIos26' },
  { ...onIos, ...dark, code: 'OUTLOOKIOS27DARK', name: 'Outlook iOS Dark', platform: 'iOS 27', asOf: '2023-10', confidence: 'assumed', profile: 'outlookIos26Dark' },
  { ...onAndroid, code: 'ANDROID15OUTLOOK', name: 'Outlook', platform: 'Android 15', asOf: '2026-04', confidence: 'documented', profile: 'outlookAndroid15' },
  { ...onAndroid, ...dark, code: 'ANDROID15OUTLOOKDARK', name: 'Outlook Dark', platform: 'Android 15', asOf: '2023-10', confidence: 'assumed', profile: 'outlookAndroid15Dark' },
  { ...onAndroid, code: 'ANDROID16OUTLOOK', name: 'Outlook', platform: 'Android 16', asOf: '2026-04', confidence: 'assumed', profile: 'outlookAndroid15' },
  { ...onAndroid, ...dark, code: 'ANDROID16OUTLOOKDARK', name: 'Outlook Dark', platform: 'Android 16', asOf: '2023-10', confidence: 'assumed', profile: 'outlookAndroid15Dark' },
  { ...onMac, code: 'OL2015', name: 'Outlook 2016', platform: 'macOS 10.12.6', asOf: '2017-03', confidence: 'measured', caniemailVersion: '2016', profile: 'outlookMac2016' },
  // On macOS 10.15, for which 16.66 of October 2022 was the last version; the new Outlook (16.80) never ran on it.
  { ...onMac, code: 'OL2019MAC', name: 'OL Office 365', platform: 'macOS 10.15', asOf: '2022-10', confidence: 'documented', caniemailVersion: '2022-10', profile: 'outlookMac' },
  { ...onMac, ...dark, code: 'OL2019MACDARK', name: 'OL Office 365 Dark', platform: 'macOS 10.15', asOf: '2022-10', confidence: 'documented', caniemailVersion: '2022-10', profile: 'outlookMacDark' },
  { ...onMac, code: 'OUTLOOKNEWMAC', name: 'New Outlook', platform: 'macOS 14', asOf: '2026-04', confidence: 'documented', profile: 'outlookNewMac' },
  { ...onMac, ...dark, code: 'OUTLOOKNEWMACDARK', name: 'New Outlook Dark', platform: 'macOS 14', asOf: '2023-10', confidence: 'assumed', profile: 'outlookNewMacDark' },
]
