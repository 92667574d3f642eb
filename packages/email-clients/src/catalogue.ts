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

/** Rows without profiles. Most callers need only rows, and `emulate` takes a third of a second to load the profiles. */
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

/** By code: the month of the newest photograph of the test card (docs/measure.md). */
const cardMonths: Readonly<Record<string, Month | undefined>> = measuredCards

export function withCard(row: EmailClient, cardMonth: Month | undefined): EmailClient {
  if (cardMonth === undefined) return row
  const isCardOlder = row.confidence === 'measured' && cardMonth < row.asOf
  return { ...row, confidence: 'measured', asOf: isCardOlder ? row.asOf : cardMonth }
}

/** Sorted by code. */
export const emailClients: readonly EmailClient[] = Object.entries<readonly EmailClientRow<string>[]>(
  families,
)
  .flatMap(([family, rows]) =>
    rows.map((row) => withCard({ ...row, family: family as Family }, cardMonths[row.code])),
  )
  .sort((one, other) => (one.code < other.code ? -1 : 1))

const byCode = new Map(emailClients.map((emailClient) => [emailClient.code, emailClient]))

export function findEmailClient(code: string): EmailClient | null {
  return byCode.get(code.toUpperCase()) ?? null
}

export function inOtherTheme({ code, isDark }: EmailClient): EmailClient | null {
  return findEmailClient(isDark ? code.replace(/DARK$/, '') : `${code}DARK`)
}

const firstCodeOfProfile = new Map(
  Object.values<readonly EmailClientRow<string>[]>(families).flatMap((rows) =>
    rows.map(({ code, profile }) => [code, rows.find((row) => row.profile === profile)?.code ?? code]),
  ),
)

/** One code for all email clients of a profile, so that their work can be shared. */
export function emulatedLike({ code }: EmailClient): string {
  return firstCodeOfProfile.get(code) ?? code
}

/** The first of the email clients that have the same profile and engine: they show every email alike. */
export const drawnLike = (emailClient: EmailClient): EmailClient =>
  firstDrawn.get(drawingOf(emailClient)) ?? emailClient

const drawingOf = (emailClient: EmailClient): string => `${emulatedLike(emailClient)} ${emailClient.engine}`

const firstDrawn = new Map(
  [...emailClients].reverse().map((emailClient) => [drawingOf(emailClient), emailClient]),
)
