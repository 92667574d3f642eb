import type { EmailClient } from '../email-client'
import { emailClientsOf } from './email-clients-of'

/** Programs on a computer. */
export const desktopEmailClients: readonly EmailClient[] = emailClientsOf(
  { group: 'Desktop', orientationOptions: ['vertical'] },
  [
    ['APPMAIL13', 'Apple Mail 13', 'macOS 10.15', 'webkit', 'engine', '2020-09', 'documented'],
    ['APPMAIL13DARK', 'Apple Mail 13 Dark', 'macOS 10.15', 'webkit', 'engine', '2021-11', 'documented'],
    ['APPMAIL14', 'Apple Mail 14', 'macOS 11.0', 'webkit', 'engine', '2022-09', 'documented'],
    ['APPMAIL14DARK', 'Apple Mail 14 Dark', 'macOS 11.0', 'webkit', 'engine', '2022-09', 'documented'],
    ['APPMAIL15', 'Apple Mail 15', 'macOS 12.0', 'webkit', 'engine', '2023-09', 'documented'],
    ['APPMAIL15DARK', 'Apple Mail 15 Dark', 'macOS 12.0', 'webkit', 'engine', '2023-09', 'documented'],
    ['APPMAIL16', 'Apple Mail 16', 'macOS 13', 'webkit', 'engine', '2023-09', 'documented'],
    ['APPMAIL16DARK', 'Apple Mail 16 Dark', 'macOS 13', 'webkit', 'engine', '2023-09', 'documented'],
    ['APPMAIL17', 'Apple Mail 17', 'macOS 14', 'webkit', 'engine', '2024-03', 'documented'],
    ['APPMAIL17DARK', 'Apple Mail 17 Dark', 'macOS 14', 'webkit', 'engine', '2023-09', 'documented'],
    ['APPMAIL18', 'Apple Mail 18', 'macOS 15', 'webkit', 'engine', '2024-09', 'assumed'],
    ['APPMAIL18DARK', 'Apple Mail 18 Dark', 'macOS 15', 'webkit', 'engine', '2024-09', 'assumed'],
    ['APPMAIL26', 'Apple Mail 26', 'macOS 26', 'webkit', 'engine', '2025-09', 'assumed'],
    ['APPMAIL26DARK', 'Apple Mail 26 Dark', 'macOS 26', 'webkit', 'engine', '2025-09', 'assumed'],
    ['COLORBLIND', 'Color Blindness', 'Simulated', 'chromium', 'engine', '2009-11', 'documented'],
    ['NOTES10', 'IBM Notes 10', 'Windows 10', 'chromium', 'emulated', '2017-03', 'assumed'],
    ['NOTES85', 'Lotus Notes 8.5', 'Windows 10', 'chromium', 'emulated', '2017-03', 'measured'],
    ['NOTES9', 'IBM Notes 9', 'Windows 10', 'chromium', 'emulated', '2017-03', 'measured'],
    ['OL2007', 'Outlook 2007', 'Windows 10', 'chromium', 'emulated', '2017-04', 'measured'],
    ['OL2010', 'Outlook 2010', 'Windows 10', 'chromium', 'emulated', '2017-04', 'measured'],
    ['OL2013', 'Outlook 2013', 'Windows 10', 'chromium', 'emulated', '2016-12', 'measured'],
    ['OL2013DPI120', 'Outlook 2013 120 DPI', 'Windows 10', 'chromium', 'emulated', '2017-03', 'measured'],
    ['OL2015', 'Outlook 2016', 'macOS 10.12.6', 'webkit', 'emulated', '2017-03', 'measured'],
    ['OL2016', 'Outlook 2016', 'Windows 10', 'chromium', 'emulated', '2016-12', 'measured'],
    ['OL2016DPI120', 'Outlook 2016 120 DPI', 'Windows 10', 'chromium', 'emulated', '2017-03', 'assumed'],
    ['OL2019', 'Outlook 2019', 'Windows 10', 'chromium', 'emulated', '2025-05', 'documented'],
    ['OL2019DARK', 'Outlook 2019 Dark', 'Windows 10', 'chromium', 'emulated', '2022-12', 'documented'],
    ['OL2019DPI120', 'Outlook 2019 120 DPI', 'Windows 10', 'chromium', 'emulated', '2017-03', 'assumed'],
    ['OL2019MAC', 'OL Office 365', 'macOS 10.15', 'webkit', 'emulated', '2023-08', 'documented'],
    ['OL2019MACDARK', 'OL Office 365 Dark', 'macOS 10.15', 'webkit', 'emulated', '2023-08', 'documented'],
    ['OL2021', 'Outlook 2021', 'Windows 11', 'chromium', 'emulated', '2025-05', 'documented'],
    ['OL2021DARK', 'Outlook 2021 Dark', 'Windows 11', 'chromium', 'emulated', '2022-12', 'assumed'],
    ['OL2021DPI120', 'Outlook 2021 120 DPI', 'Windows 11', 'chromium', 'emulated', '2017-03', 'assumed'],
    ['OL2024', 'Outlook 2024', 'Windows 11', 'chromium', 'emulated', '2025-05', 'assumed'],
    ['OL2024DARK', 'Outlook 2024 Dark', 'Windows 11', 'chromium', 'emulated', '2022-12', 'assumed'],
    ['OL365', 'OL Office 365', 'Windows 10', 'chromium', 'emulated', '2025-05', 'documented'],
    ['OL365DARK', 'OL Office 365 Dark', 'Windows 10', 'chromium', 'emulated', '2022-12', 'documented'],
    ['OL365DPI120', 'OL Office 365 120 DPI', 'Windows 10', 'chromium', 'emulated', '2017-03', 'assumed'],
    ['OUTLOOKNEW', 'New Outlook', 'Windows 11', 'chromium', 'emulated', '2025-07', 'documented'],
    ['OUTLOOKNEWDARK', 'New Outlook Dark', 'Windows 11', 'chromium', 'emulated', '2023-10', 'documented'],
    ['OUTLOOKNEWMAC', 'New Outlook', 'macOS 14', 'webkit', 'emulated', '2025-06', 'documented'],
    ['OUTLOOKNEWMACDARK', 'New Outlook Dark', 'macOS 14', 'webkit', 'emulated', '2023-10', 'assumed'],
    // Which version runs is known where it runs: names of real clients get it from their worker.
    ['THUNDERBIRDDARK', 'Thunderbird Dark', 'Linux', 'thunderbird', 'client', '2026-11', 'measured'],
    ['THUNDERBIRDLATEST', 'Thunderbird', 'Linux', 'thunderbird', 'client', '2026-11', 'measured'],
    ['WINDOWS10MAIL', 'Windows 10 Mail', 'Windows 10', 'chromium', 'emulated', '2017-03', 'measured'],
  ],
)

/** A client of text has no images to allow. */
export const textEmailClients: readonly EmailClient[] = (
  [
    ['LYNX', 'Lynx', 'Terminal', 'engine', '2026-11', 'measured'],
    ['PLAINTEXT', 'Plain Text', 'Text-only view', 'emulated', '1996-11', 'documented'],
    ['W3M', 'w3m', 'Terminal', 'engine', '2026-11', 'measured'],
  ] as const
).map(([code, name, platform, fidelity, asOf, confidence]) => ({
  code,
  name,
  group: 'Desktop',
  platform,
  engine: 'text',
  fidelity,
  asOf,
  confidence,
  orientationOptions: ['vertical'],
  imagesOptions: ['allowed'],
}))
