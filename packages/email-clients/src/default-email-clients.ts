import { z } from 'zod'
import { findEmailClient } from './catalogue'

/**
 * The email clients that a user has before choosing any (docs/contract.md §3), unless the operator sets others: this
 * year's versions of the clients that most mail is read in, one for each way in which they treat an email, and plain
 * text. Shares of all opens in 2026: Apple Mail 47 %, Gmail 25 %, Outlook 4 %, Yahoo 2 %, Android's own 2 %
 * (aurorasendcloud.com, Email client market share 2026, 2026-04-12).
 */
const popular = [
  'ANDROID15GMAILAPP',
  'ANDROID15OUTLOOK',
  'ANDROIDSAMSUNG15',
  'APPMAIL26',
  'CHROMEGMAILNEW',
  'CHROMEOUTLOOKCOM',
  'CHROMEYAHOO',
  'GMAILIOS26',
  'IPHONE17',
  'IPHONE17DARK',
  'OL365',
  'OL365DARK',
  'OUTLOOKNEW',
  'PLAINTEXT',
]

/**
 * The variable DEFAULT_EMAIL_CLIENTS: comma-separated codes of the catalogue. The parsed value has each code once,
 * sorted.
 */
export const defaultEmailClients = z
  .string()
  .default(popular.join(','))
  .transform((text, context) => {
    const codes = text.split(',').map((code) => code.trim())
    const unknown = codes.filter((code) => !findEmailClient(code))
    if (unknown.length > 0) {
      context.addIssue(
        `names no email client: ${unknown.map((code) => `'${code}'`).join(', ')}; GET /v1/clients lists their codes`,
      )
      return z.NEVER
    }
    return [...new Set(codes.map((code) => code.toUpperCase()))].sort()
  })
