import type { EmailClient } from './email-client'
import { emailClientsOf } from './email-clients-of'

/** Programs on a computer. */
export const desktopEmailClients: readonly EmailClient[] = emailClientsOf(
  { group: 'Desktop', orientationOptions: ['vertical'] },
  [
    ['APPMAIL13', 'Apple Mail 13', 'macOS 10.15', 'webkit', 'engine'],
    ['APPMAIL13DARK', 'Apple Mail 13 Dark', 'macOS 10.15', 'webkit', 'engine'],
    ['APPMAIL14', 'Apple Mail 14', 'macOS 11.0', 'webkit', 'engine'],
    ['APPMAIL14DARK', 'Apple Mail 14 Dark', 'macOS 11.0', 'webkit', 'engine'],
    ['APPMAIL15', 'Apple Mail 15', 'macOS 12.0', 'webkit', 'engine'],
    ['APPMAIL15DARK', 'Apple Mail 15 Dark', 'macOS 12.0', 'webkit', 'engine'],
    ['APPMAIL16', 'Apple Mail 16', 'macOS 13', 'webkit', 'engine'],
    ['APPMAIL16DARK', 'Apple Mail 16 Dark', 'macOS 13', 'webkit', 'engine'],
    ['COLORBLIND', 'Color Blindness', 'Simulated', 'chromium', 'engine'],
    ['NOTES10', 'IBM Notes 10', 'Windows 10', 'chromium', 'emulated'],
    ['NOTES85', 'Lotus Notes 8.5', 'Windows 10', 'chromium', 'emulated'],
    ['NOTES9', 'IBM Notes 9', 'Windows 10', 'chromium', 'emulated'],
    ['OL2007', 'Outlook 2007', 'Windows 10', 'chromium', 'emulated'],
    ['OL2010', 'Outlook 2010', 'Windows 10', 'chromium', 'emulated'],
    ['OL2013', 'Outlook 2013', 'Windows 10', 'chromium', 'emulated'],
    ['OL2013DPI120', 'Outlook 2013 120 DPI', 'Windows 10', 'chromium', 'emulated'],
    ['OL2015', 'Outlook 2016', 'macOS 10.12.6', 'webkit', 'emulated'],
    ['OL2016', 'Outlook 2016', 'Windows 10', 'chromium', 'emulated'],
    ['OL2016DPI120', 'Outlook 2016 120 DPI', 'Windows 10', 'chromium', 'emulated'],
    ['OL2019', 'Outlook 2019', 'Windows 10', 'chromium', 'emulated'],
    ['OL2019DPI120', 'Outlook 2019 120 DPI', 'Windows 10', 'chromium', 'emulated'],
    ['OL2019MAC', 'OL Office 365', 'macOS 10.15', 'webkit', 'emulated'],
    ['OL2019MACDARK', 'OL Office 365 Dark', 'macOS 10.15', 'webkit', 'emulated'],
    ['OL2021', 'Outlook 2021', 'Windows 11', 'chromium', 'emulated'],
    ['OL365', 'OL Office 365', 'Windows 10', 'chromium', 'emulated'],
    ['OL365DARK', 'OL Office 365 Dark', 'Windows 10', 'chromium', 'emulated'],
    ['OUTLOOKNEW', 'New Outlook', 'Windows 11', 'chromium', 'emulated'],
    ['OUTLOOKNEWDARK', 'New Outlook Dark', 'Windows 11', 'chromium', 'emulated'],
    // Which version runs is known where it runs: names of real clients get it from their worker.
    ['THUNDERBIRDDARK', 'Thunderbird Dark', 'Linux', 'thunderbird', 'client'],
    ['THUNDERBIRDLATEST', 'Thunderbird', 'Linux', 'thunderbird', 'client'],
    ['WINDOWS10MAIL', 'Windows 10 Mail', 'Windows 10', 'chromium', 'emulated'],
  ],
)

/** A client of text has no images to allow. */
export const textEmailClients: readonly EmailClient[] = (
  [
    ['LYNX', 'Lynx', 'Terminal', 'engine'],
    ['PLAINTEXT', 'Plain Text', 'Text-only view', 'emulated'],
    ['W3M', 'w3m', 'Terminal', 'engine'],
  ] as const
).map(([code, name, platform, fidelity]) => ({
  code,
  name,
  group: 'Desktop',
  platform,
  engine: 'text',
  fidelity,
  orientationOptions: ['vertical'],
  imagesOptions: ['allowed'],
}))
