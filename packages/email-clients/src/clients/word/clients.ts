import type { EmailClientRow } from '../../email-client'
import { dark, desktop } from '../../email-client-groups'
import type { WordProfileName } from './profiles'

const onWindows = { ...desktop, engine: 'chromium', fidelity: 'emulated', caniemail: 'outlook/windows' } as const

export const wordClients: readonly EmailClientRow<WordProfileName>[] = [
  { ...onWindows, code: 'OL2007', name: 'Outlook 2007', platform: 'Windows 10', asOf: '2017-04', confidence: 'measured', caniemailVersion: '2007', profile: 'outlook2007' },
  { ...onWindows, code: 'OL2010', name: 'Outlook 2010', platform: 'Windows 10', asOf: '2017-04', confidence: 'measured', caniemailVersion: '2010', profile: 'outlook2010' },
  { ...onWindows, code: 'OL2013', name: 'Outlook 2013', platform: 'Windows 10', asOf: '2016-12', confidence: 'measured', caniemailVersion: '2013', profile: 'outlook2013' },
  { ...onWindows, code: 'OL2013DPI120', name: 'Outlook 2013 120 DPI', platform: 'Windows 10', asOf: '2017-03', confidence: 'measured', caniemailVersion: '2013', profile: 'outlook2013Dpi120' },
  { ...onWindows, code: 'OL2016', name: 'Outlook 2016', platform: 'Windows 10', asOf: '2016-12', confidence: 'measured', caniemailVersion: '2016', profile: 'outlook2016' },
  { ...onWindows, code: 'OL2016DPI120', name: 'Outlook 2016 120 DPI', platform: 'Windows 10', asOf: '2017-03', confidence: 'assumed', caniemailVersion: '2016', profile: 'outlook2016Dpi120' },
  { ...onWindows, code: 'OL2019', name: 'Outlook 2019', platform: 'Windows 10', asOf: '2026-03', confidence: 'documented', caniemailVersion: '2019', profile: 'outlook2019' },
  { ...onWindows, ...dark, code: 'OL2019DARK', name: 'Outlook 2019 Dark', platform: 'Windows 10', asOf: '2022-12', confidence: 'documented', caniemailVersion: '2019', profile: 'outlook2019Dark' },
  { ...onWindows, code: 'OL2019DPI120', name: 'Outlook 2019 120 DPI', platform: 'Windows 10', asOf: '2017-03', confidence: 'assumed', caniemailVersion: '2019', profile: 'outlook2019Dpi120' },
  { ...onWindows, code: 'OL2021', name: 'Outlook 2021', platform: 'Windows 11', asOf: '2026-03', confidence: 'documented', caniemailVersion: '2021', profile: 'outlook2021' },
  { ...onWindows, ...dark, code: 'OL2021DARK', name: 'Outlook 2021 Dark', platform: 'Windows 11', asOf: '2022-12', confidence: 'assumed', caniemailVersion: '2021', profile: 'outlook2021Dark' },
  { ...onWindows, code: 'OL2021DPI120', name: 'Outlook 2021 120 DPI', platform: 'Windows 11', asOf: '2017-03', confidence: 'assumed', caniemailVersion: '2021', profile: 'outlook2021Dpi120' },
  { ...onWindows, code: 'OL2024', name: 'Outlook 2024', platform: 'Windows 11', asOf: '2026-03', confidence: 'assumed', caniemailVersion: '2024', profile: 'outlook2024' },
  { ...onWindows, ...dark, code: 'OL2024DARK', name: 'Outlook 2024 Dark', platform: 'Windows 11', asOf: '2022-12', confidence: 'assumed', caniemailVersion: '2024', profile: 'outlook2024Dark' },
  { ...onWindows, code: 'OL365', name: 'OL Office 365', platform: 'Windows 11', asOf: '2026-03', confidence: 'documented', profile: 'outlook365' },
  { ...onWindows, ...dark, code: 'OL365DARK', name: 'OL Office 365 Dark', platform: 'Windows 11', asOf: '2022-12', confidence: 'documented', profile: 'outlook365Dark' },
  { ...onWindows, code: 'OL365DPI120', name: 'OL Office 365 120 DPI', platform: 'Windows 11', asOf: '2017-03', confidence: 'assumed', profile: 'outlook365Dpi120' },
  { ...onWindows, code: 'WINDOWS10MAIL', name: 'Windows 10 Mail', platform: 'Windows 10', asOf: '2017-03', confidence: 'measured', caniemail: 'outlook/windows-mail', profile: 'windowsMail' },
]
