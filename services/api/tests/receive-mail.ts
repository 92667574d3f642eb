import type { Email } from '@pas/db/database'
import { createEmail } from '../src/emails/create-email'
import type { TestApi } from './start-api'

interface SentMail {
  inbox: string
  message: string | Buffer
  /** Of the envelope. */
  recipients?: string[]
  reference?: string | null
}

/** Takes a mail in as the SMTP listener does. `db`: that of another process. */
export async function receiveMail(
  { parts, accountId }: Pick<TestApi, 'parts' | 'accountId'>,
  { inbox, message, recipients = [], reference = null }: SentMail,
  db = parts.db,
): Promise<Email> {
  const { email } = await createEmail(
    { ...parts, db },
    { accountId, oauthApplicationId: null, userId: null },
    {
      ...{ htmlText: null, plainText: null, subject: null, fromAddress: null, fromDisplayName: null },
      ...{ endUserId: null, revisionOf: null, configurations: null },
      rawSource: Buffer.from(message),
      reference,
      mail: { inbox, recipients },
    },
    { report: null, warnings: [], claim: null },
  )
  return email
}
