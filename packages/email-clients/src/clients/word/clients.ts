import type { EmailClientRow } from '../../email-client'
import { assumed, dark, desktop, documented, measured } from '../../email-client-groups'
import type { WordProfileName } from './profiles'

const emulated = { ...desktop, engine: 'chromium', fidelity: 'emulated' } as const
const onWindows = { ...emulated, platform: 'Windows 10', caniemail: 'outlook/windows' } as const
const windowsMail = { ...onWindows, ...measured('2017-03'), caniemail: 'outlook/windows-mail' } as const
const of2007 = { ...onWindows, ...measured('2017-04'), caniemailVersion: '2007' } as const
const of2010 = { ...of2007, caniemailVersion: '2010' } as const
const of2013 = { ...onWindows, ...measured('2016-12'), caniemailVersion: '2013' } as const
const of2016 = { ...of2013, caniemailVersion: '2016' } as const
const of2019 = { ...onWindows, ...documented('2026-03'), caniemailVersion: '2019' } as const
const of365 = { ...onWindows, platform: 'Windows 11', ...documented('2026-03') } as const
const of2021 = { ...of365, caniemailVersion: '2021' } as const
const of2024 = { ...of365, ...assumed('2026-03'), caniemailVersion: '2024' } as const
const documentedDark = { ...dark, ...documented('2022-12') } as const
const assumedDark = { ...dark, ...assumed('2022-12') } as const
const at120Dpi = assumed('2017-03')
const measuredAt120Dpi = measured('2017-03')

export const wordClients: readonly EmailClientRow<WordProfileName>[] = [
  { ...of2007, code: 'OL2007', name: 'Outlook 2007', profile: 'outlook2007' },
  { ...of2010, code: 'OL2010', name: 'Outlook 2010', profile: 'outlook2010' },
  { ...of2013, code: 'OL2013', name: 'Outlook 2013', profile: 'outlook2013' },
  { ...of2013, ...measuredAt120Dpi, code: 'OL2013DPI120', name: 'Outlook 2013 120 DPI', profile: 'outlook2013Dpi120' },
  { ...of2016, code: 'OL2016', name: 'Outlook 2016', profile: 'outlook2016' },
  { ...of2016, ...at120Dpi, code: 'OL2016DPI120', name: 'Outlook 2016 120 DPI', profile: 'outlook2016Dpi120' },
  { ...of2019, code: 'OL2019', name: 'Outlook 2019', profile: 'outlook2019' },
  { ...of2019, ...documentedDark, code: 'OL2019DARK', name: 'Outlook 2019 Dark', profile: 'outlook2019Dark' },
  { ...of2019, ...at120Dpi, code: 'OL2019DPI120', name: 'Outlook 2019 120 DPI', profile: 'outlook2019Dpi120' },
  { ...of2021, code: 'OL2021', name: 'Outlook 2021', profile: 'outlook2021' },
  { ...of2021, ...assumedDark, code: 'OL2021DARK', name: 'Outlook 2021 Dark', profile: 'outlook2021Dark' },
  { ...of2021, ...at120Dpi, code: 'OL2021DPI120', name: 'Outlook 2021 120 DPI', profile: 'outlook2021Dpi120' },
  { ...of2024, code: 'OL2024', name: 'Outlook 2024', profile: 'outlook2024' },
  { ...of2024, ...assumedDark, code: 'OL2024DARK', name: 'Outlook 2024 Dark', profile: 'outlook2024Dark' },
  { ...of365, code: 'OL365', name: 'OL Office 365', profile: 'outlook365' },
  { ...of365, ...documentedDark, code: 'OL365DARK', name: 'OL Office 365 Dark', profile: 'outlook365Dark' },
  { ...of365, ...at120Dpi, code: 'OL365DPI120', name: 'OL Office 365 120 DPI', profile: 'outlook365Dpi120' },
  { ...windowsMail, code: 'WINDOWS10MAIL', name: 'Windows 10 Mail', profile: 'windowsMail' },
]
