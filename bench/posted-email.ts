import type { Database, Email } from '@pas/db/database'
import { findEmail } from '@pas/emails/find-emails'

/** The row of an email that was posted to the stack. */
export async function getPostedEmail(db: Database, guid: string): Promise<Email> {
  const email = await findEmail({ db }, { id: guid })
  if (!email) throw new Error('the stack has no such email')
  return email
}
