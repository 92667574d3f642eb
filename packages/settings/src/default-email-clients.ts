import { z } from 'zod'
import { settings } from './setting'

/**
 * docs/contract.md §3: one for each way in which popular clients treat an email. Shares of opens: Apple Mail 47 %,
 * Gmail 25 %, Outlook 4 % (aurorasendcloud.com, Email client market share 2026, 2026-04-12).
 */
export const popularEmailClients = [
  'ANDROID15GMAILAPP',
  'ANDROID15GMAILAPPDARK',
  'ANDROID15OUTLOOK',
  'ANDROIDSAMSUNG15',
  'APPMAIL26',
  'CHROMEGMAILNEW',
  'CHROMEOUTLOOKCOM',
  'CHROMEYAHOO',
  'GMAILIOS26',
  'IPADA16',
  'IPHONE17',
  'IPHONE17DARK',
  'OL365',
  'OL365DARK',
  'OUTLOOKIOS26',
  'PLAINTEXT',
]

export const emailClientSettings = settings(['auth', 'api', 'board'], {
  DEFAULT_EMAIL_CLIENTS: { schema: z.string().default(popularEmailClients.join(',')), about: 'Codes of the email clients of users who have not chosen any, comma-separated.' },
})
