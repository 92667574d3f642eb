import { z } from 'zod'
import { findEmailClient } from './catalogue'

/**
 * The popular clients that a user tests with before choosing (specification §4.4), unless the operator says otherwise: one of
 * each way an email is treated by those that most mail is read in, and the plain text.
 */
const popular = [
  'ANDROID11GMAILAPP',
  'ANDROIDOUTLOOK',
  'ANDROIDSAMSUNG10',
  'CHROMEGMAILNEW',
  'CHROMEOUTLOOKCOM',
  'CHROMEYAHOO',
  'OL2016',
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
