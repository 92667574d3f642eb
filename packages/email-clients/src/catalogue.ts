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
import type { EmailClient, EmailClientRow, Family, Month } from './email-client'
import measuredCards from './measured-cards.generated.json'

/**
 * The rows of each family of email clients. `emulate` has their profiles. Rows and profiles are imported apart, because
 * most callers need only the list, and loading the profiles takes about a third of a second of processor time.
 */
export const families = {
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
} satisfies Readonly<Record<Family, readonly EmailClientRow<string>[]>>

/** By code, the month of the newest photograph of the test card in this email client (docs/measure.md). */
const cardMonths: Readonly<Record<string, Month | undefined>> = measuredCards

/** A row, with a measured card as evidence over documents. */
export function withCard(row: EmailClient, card: Month | undefined): EmailClient {
  if (card === undefined) return row
  const isOlder = row.confidence === 'measured' && card < row.asOf
  return { ...row, confidence: 'measured', asOf: isOlder ? row.asOf : card }
}

/** Every email client that we offer, sorted by code. */
export const emailClients: readonly EmailClient[] = Object.entries<readonly EmailClientRow<string>[]>(
  families,
)
  .flatMap(([family, rows]) =>
    rows.map((row) => withCard({ ...row, family: family as Family }, cardMonths[row.code])),
  )
  .sort((one, other) => (one.code < other.code ? -1 : 1))

const byCode = new Map(emailClients.map((emailClient) => [emailClient.code, emailClient]))

/** Finds an email client by its code, in any letter case. Returns null if there is none. */
export function findEmailClient(code: string): EmailClient | null {
  return byCode.get(code.toUpperCase()) ?? null
}

/** The same email client in its other theme. Null if there is none. */
export function inOtherTheme({ code, isDark }: EmailClient): EmailClient | null {
  return findEmailClient(isDark ? code.replace(/DARK$/, '') : `${code}DARK`)
}

/** By code, the first code of its family whose row names the same profile. */
const alike = new Map(
  Object.values<readonly EmailClientRow<string>[]>(families).flatMap((rows) =>
    rows.map(({ code, profile }) => [code, rows.find((row) => row.profile === profile)?.code ?? code]),
  ),
)

/** The code of one email client with the same profile, the same for all of them, so that work can be shared. */
export function emulatedLike({ code }: EmailClient): string {
  return alike.get(code) ?? code
}
