import { z } from 'zod'
import { findEmailClient } from './catalogue'

/**
 * The popular clients that a user tests with before choosing (docs/contract.md §3), unless the operator says otherwise: one of each way an
 * email is treated by those that most mail is read in, in this year's versions, and the plain text. Of 2026's opens Apple Mail had 47 %,
 * Gmail 25 %, Outlook 4 %, Yahoo 2 %, Android's own 2 % (aurorasendcloud.com, Email client market share 2026, 2026-04-12).
 */
const popular = [
  'ANDROID15GMAILAPP',
  'ANDROIDOUTLOOK',
  'ANDROIDSAMSUNG15',
  'APPMAIL26',
  'CHROMEGMAILNEW',
  'CHROMEOUTLOOKCOM',
  'CHROMEYAHOO',
  'GMAILIOS',
  'IPHONE17',
  'IPHONE17DARK',
  'OL2021',
  'OL365',
  'OUTLOOKNEW',
  'PLAINTEXT',
]

/** The variable DEFAULT_EMAIL_CLIENTS: comma-separated codes of the catalogue; becomes them sorted, each once. */
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
