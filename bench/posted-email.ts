import type { Database, Email } from '@pas/db/database'
import { findEmail } from '@pas/emails/find-emails'

export async function getPostedEmail(db: Database, guid: string): Promise<Email> {
  const email = await findEmail({ db }, { id: guid })
  if (!email) throw new Error('the stack has no such email')
  return email
}
