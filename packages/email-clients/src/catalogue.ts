import { appleClients } from './clients/apple/clients'
import { colourVisionClients } from './clients/colour-vision/clients'
import { gmailClients } from './clients/gmail/clients'
import { notesClients } from './clients/notes/clients'
import { outlookWebClients } from './clients/outlook-web/clients'
import { realClients } from './clients/real-clients/clients'
import { samsungClients } from './clients/samsung/clients'
import { textClients } from './clients/text/clients'
import { thunderbirdAndroidClients } from './clients/thunderbird-android/clients'
import { webmailClients } from './clients/webmail/clients'
import { wordClients } from './clients/word/clients'
import { yahooClients } from './clients/yahoo/clients'
import type { EmailClient } from './email-client'

/**
 * The email clients of each family. Its rows only, because most callers need only the list, and loading the profiles
 * takes about a third of a second of processor time.
 */
export const emailClientFamilies = {
  apple: appleClients,
  colourVision: colourVisionClients,
  gmail: gmailClients,
  notes: notesClients,
  outlookWeb: outlookWebClients,
  realClients,
  samsung: samsungClients,
  text: textClients,
  thunderbirdAndroid: thunderbirdAndroidClients,
  webmail: webmailClients,
  word: wordClients,
  yahoo: yahooClients,
} satisfies Record<string, readonly EmailClient[]>

/** Every email client that we offer, sorted by code. */
export const emailClients: readonly EmailClient[] = Object.values(emailClientFamilies)
  .flat()
  .sort((one, other) => (one.code < other.code ? -1 : 1))

const byCode = new Map(emailClients.map((emailClient) => [emailClient.code, emailClient]))

/** Finds an email client by its code, in any letter case. Returns null if there is none. */
export function findEmailClient(code: string): EmailClient | null {
  return byCode.get(code.toUpperCase()) ?? null
}
